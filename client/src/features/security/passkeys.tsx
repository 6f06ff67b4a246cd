import { type FormEvent, useState } from 'react'
import { security } from '../../api/security'
import type { Factors, Passkey } from '../../api/types'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { FactorRow } from './factor-row'
import { canUsePasskeys, makePasskey } from './passkey'

interface PasskeysProps {
  factors: Factors
  /** Does it, asks who one is where that is needed, and says what went wrong. */
  attempt: <T>(action: () => Promise<T>, then: (result: T) => void) => Promise<void>
  onCodes: (codes: string[]) => void
}

/** Keys of this phone, this computer, or one that is plugged in. Rows of the list of factors. */
export function Passkeys({ factors, attempt, onCodes }: PasskeysProps) {
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
        <FactorRow key={passkey.id} title={passkey.name} about={aboutIt(passkey)}>
          <Button look="quiet" onClick={() => setDoomed(passkey)} aria-label={`Remove ${passkey.name}`}>
            Remove
          </Button>
        </FactorRow>
      ))}
      <FactorRow
        title={factors.passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
        about={
          mayAdd
            ? 'This device, your phone, or a security key'
            : 'Not at this address: a passkey wants a host name, over HTTPS or as localhost'
        }
      >
        {mayAdd && (
          <Button onClick={() => setNaming(true)} aria-label="Add a passkey">
            Add
          </Button>
        )}
      </FactorRow>
      {isNaming && <NameDialog onClose={() => setNaming(false)} onNamed={add} />}
      {doomed && (
        <Dialog
          title={`Remove “${doomed.name}”?`}
          onClose={() => setDoomed(null)}
          actions={
            <>
              <Button onClick={() => setDoomed(null)}>Keep it</Button>
              <Button look="danger" onClick={() => remove(doomed)}>
                Remove
              </Button>
            </>
          }
        >
          It signs you in no more. Delete it on the device too, so that the browser does not offer it.
        </Dialog>
      )}
    </>
  )
}

function NameDialog({ onClose, onNamed }: { onClose: () => void; onNamed: (name: string) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onNamed(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <Dialog
      title="Add a passkey"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="passkey-name" look="solid">
            Go on
          </Button>
        </>
      }
    >
      <p className="mb-4">
        Your browser asks next where to keep it. As the first factor it signs every other browser of yours
        out.
      </p>
      <form id="passkey-name" onSubmit={submit}>
        <Field
          label="Name of the passkey"
          name="name"
          required
          maxLength={100}
          autoFocus
          placeholder="My phone"
        />
      </form>
    </Dialog>
  )
}

function aboutIt(passkey: Passkey): string {
  const used = passkey.lastUsedAt ? `last used ${day(passkey.lastUsedAt)}` : 'never used'
  const where = passkey.isOfThisHost ? '' : ` · works at ${passkey.host} only`
  return `Passkey since ${day(passkey.createdAt)}, ${used}${where}`
}
