import { type FormEvent, useState } from 'react'
import { security } from '../../api/security'
import type { ShownSecret } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { Field } from '../../ui/field'
import { uiWords } from '../../ui/words'
import { Refusal } from './refusal'
import { securityWords } from './words'

interface SetUpAppProps {
  shown: ShownSecret
  onSet: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Scan, then type what the app shows: only then is it asked for. */
export function SetUpApp({ shown, onSet, onCancel }: SetUpAppProps) {
  const { cancel } = useWords(uiWords)
  const says = useWords(securityWords).app
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setError(null)
    try {
      onSet(await security.confirmApp(String(new FormData(form).get('code'))))
    } catch (failure) {
      setError(failure)
      form.reset()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5 rounded-xl border border-line p-5">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <QrImage qr={shown.qr} />
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-[0.9375rem] text-ink-soft">{says.scan}</p>
          <p className="mt-3 flex items-start gap-1">
            <code data-testid="app-secret" className="min-w-0 break-words py-2 font-mono text-sm">
              {inGroups(shown.secret)}
            </code>
            <CopyButton text={shown.secret} label={says.copyKey} />
          </p>
        </div>
      </div>
      <Refusal error={error} />
      <Field
        label={says.code}
        name="code"
        required
        autoFocus
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9 ]*"
        maxLength={8}
        placeholder="123456"
        hint={says.codeHint}
        className="max-w-xs"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="solid" disabled={isBusy}>
          {says.turnOn}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}

/** Always dark on white: many readers see nothing in the other way round. */
function QrImage({ qr }: { qr: ShownSecret['qr'] }) {
  const says = useWords(securityWords).app
  return (
    <svg
      role="img"
      aria-label={says.qr}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-lg bg-white"
    >
      <path d={qr.path} fill="#000" />
    </svg>
  )
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
