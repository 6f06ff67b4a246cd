import { type FormEvent, useState } from 'react'
import { security } from '../../api/security'
import type { Factors, Passkey } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { uiWords } from '../../ui/words'
import { FactorRow } from './factor-row'
import { canUsePasskeys, makePasskey } from './passkey'
import { type SecurityWords, securityWords } from './words'

interface PasskeysProps {
  factors: Factors
  /** Does it, asks who one is where that is needed, and says what went wrong. */
  attempt: <T>(action: () => Promise<T>, then: (result: T) => void) => Promise<void>
  onCodes: (codes: string[]) => void
}

/** Keys of this phone, this computer, or one that is plugged in. Rows of the list of factors. */
export function Passkeys({ factors, attempt, onCodes }: PasskeysProps) {
  const { factor, passkey: says } = useWords(securityWords)
  const [isNaming, setNaming] = useState(false)
  const [doomed, setDoomed] = useState<Passkey | null>(null)
  const mayAdd = factors.mayAddPasskeys && canUsePasskeys()

  function add(name: string) {
    setNaming(false)
    const make = async () => security.addPasskey(name, await makePasskey(await security.passkeyToMake()))
    void attempt(make, onCodes)
  }

  function remove(passkey: Passkey) {
    setDoomed(null)
    void attempt(
      () => security.removePasskey(passkey.id),
      () => {},
    )
  }

  return (
    <>
      {factors.passkeys.map((passkey) => (
        <FactorRow key={passkey.id} title={passkey.name} about={aboutIt(says, passkey)}>
          <Button look="quiet" onClick={() => setDoomed(passkey)} aria-label={says.removeLabel(passkey.name)}>
            {factor.remove}
          </Button>
        </FactorRow>
      ))}
      <FactorRow
        title={factors.passkeys.length > 0 ? says.another : says.one}
        about={mayAdd ? says.about : says.notHere}
      >
        {mayAdd && (
          <Button onClick={() => setNaming(true)} aria-label={says.addLabel}>
            {says.add}
          </Button>
        )}
      </FactorRow>
      {isNaming && <NameDialog onClose={() => setNaming(false)} onNamed={add} />}
      {doomed && (
        <Dialog
          title={says.removeTitle(doomed.name)}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>{factor.keep}</Button>
              <Button look="danger" onClick={() => remove(doomed)}>
                {factor.remove}
              </Button>
            </>
          }
        >
          {says.removeLead}
        </Dialog>
      )}
    </>
  )
}

function NameDialog({ onClose, onNamed }: { onClose: () => void; onNamed: (name: string) => void }) {
  const { cancel } = useWords(uiWords)
  const { factor, passkey: says } = useWords(securityWords)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onNamed(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <Dialog
      title={says.addLabel}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form="passkey-name" look="solid">
            {factor.goOn}
          </Button>
        </>
      }
    >
      <p className="mb-4">{says.addLead}</p>
      <form id="passkey-name" onSubmit={submit}>
        <Field
          label={says.name}
          name="name"
          required
          maxLength={100}
          autoFocus
          placeholder={says.nameExample}
        />
      </form>
    </Dialog>
  )
}

function aboutIt(says: SecurityWords['passkey'], passkey: Passkey): string {
  const used = passkey.lastUsedAt ? day(passkey.lastUsedAt) : null
  return says.since(day(passkey.createdAt), used, passkey.isOfThisHost ? null : passkey.host)
}
