import { type FormEvent, useState } from 'react'
import type { Proof, SecondStep, Way } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field, PasswordField } from '../../ui/field'
import { canUsePasskeys, NoPasskeyShown, showPasskey } from './passkey'
import { Refusal } from './refusal'
import { securityWords } from './words'

type Typed = Extract<Way, 'code' | 'recovery_code' | 'password'>

interface ProofFormProps {
  asked: SecondStep
  /** What a passkey has to sign; asked for when it is needed. */
  passkeyOptions: () => Promise<SecondStep['passkeyOptions']>
  button: string
  onProof: (proof: Proof) => Promise<void>
}

/** Shows who one is, in one of the ways that are asked for. What was refused stays to be mended. */
export function ProofForm({ asked, passkeyOptions, button, onProof }: ProofFormProps) {
  const says = useWords(securityWords).proof
  const ways = asked.ways.filter(isTyped)
  const hasPasskey = asked.ways.includes('passkey') && canUsePasskeys()
  const [way, setWay] = useState<Typed | null>(hasPasskey ? null : (ways[0] ?? null))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function show(proof: Proof | (() => Promise<Proof>)) {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onProof(typeof proof === 'function' ? await proof() : proof)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const touchKey = () =>
    void show(async () => {
      const options = await passkeyOptions()
      if (!options) throw new NoPasskeyShown()
      return { passkey: await showPasskey(options) }
    })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('proof')).trim()
    if (typed && way) void show(proofOf(way, typed))
  }

  return (
    <div className="flex flex-col gap-5">
      <Refusal error={error} />
      {hasPasskey && (
        <Button look={way ? 'outline' : 'solid'} className="h-11" disabled={isBusy} onClick={touchKey}>
          {says.usePasskey}
        </Button>
      )}
      {way === null && !hasPasskey && <p data-testid="nothing-to-show">{says.nothing}</p>}
      {way && (
        <form onSubmit={submit} className="flex flex-col gap-5">
          <ProofField key={way} way={way} />
          <Button type="submit" look="solid" disabled={isBusy} className="h-11">
            {button}
          </Button>
        </form>
      )}
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <button
              key={other}
              type="button"
              onClick={() => [setWay(other), setError(null)]}
              className="font-medium text-[0.9375rem] text-kelp underline underline-offset-4"
            >
              {says.instead[other]}
            </button>
          ))}
      </div>
    </div>
  )
}

function ProofField({ way }: { way: Typed }) {
  const says = useWords(securityWords).proof
  if (way === 'password') {
    return (
      <PasswordField label={says.password} name="proof" autoComplete="current-password" required autoFocus />
    )
  }
  if (way === 'recovery_code') {
    return (
      <Field
        label={says.recoveryCode}
        name="proof"
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="ABCDE-FGHJK-MNPQR"
        className="font-mono"
        hint={says.recoveryHint}
      />
    )
  }
  return (
    <Field
      label={says.code}
      name="proof"
      required
      autoFocus
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9 ]*"
      maxLength={8}
      placeholder="123456"
      hint={says.codeHint}
    />
  )
}

function isTyped(way: Way): way is Typed {
  return way === 'code' || way === 'recovery_code' || way === 'password'
}

function proofOf(way: Typed, typed: string): Proof {
  if (way === 'password') return { password: typed }
  return way === 'code' ? { code: typed } : { recoveryCode: typed }
}
