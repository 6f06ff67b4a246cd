import { Field } from '../../ui/field'
import { keptCode } from '../join/code'
import type { Asked } from './admission'

/** The code that a new account takes, where it takes one. A link brings it along. */
export function CodeField({ asked }: { asked: Asked }) {
  if (asked !== 'setup-code' && asked !== 'invite') return null
  const isSetup = asked === 'setup-code'
  return (
    <Field
      label={isSetup ? 'Code' : 'Invitation code'}
      name="code"
      required
      defaultValue={isSetup ? '' : (keptCode() ?? '')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="ABCDE-23456"
      hint={
        isSetup
          ? 'It was printed when Holdfast was started; on that machine, `holdfast admin code` shows it again.'
          : 'From the link or the mail by which you were invited.'
      }
    />
  )
}
