import { useWords } from '../../language/words'
import { Field } from '../../ui/field'
import { keptCode } from '../join/code'
import type { Asked } from './admission'
import { authWords } from './words'

/** The code that a new account takes, where it takes one. A link brings it along. */
export function CodeField({ asked }: { asked: Asked }) {
  const says = useWords(authWords)
  if (asked !== 'setup-code' && asked !== 'invite') return null
  const isSetup = asked === 'setup-code'
  return (
    <Field
      label={isSetup ? says.setupCode : says.inviteCode}
      name="code"
      required
      defaultValue={isSetup ? '' : (keptCode() ?? '')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder="ABCDE-23456"
      hint={isSetup ? says.setupCodeHint : says.inviteCodeHint}
    />
  )
}
