import { type FormEvent, useState } from 'react'
import type { Proof } from '../../api/security'
import type { SecondStep, Way } from '../../api/types'
import { Button } from '../../ui/button'
import { Field, PasswordField } from '../../ui/field'
import { Refusal } from './refusal'

type Typed = Extract<Way, 'code' | 'recovery_code' | 'password'>

const INSTEAD: Record<Typed, string> = {
  code: 'Use the authenticator app',
  recovery_code: 'Use a recovery code',
  password: 'Use your password',
}

interface ProofFormProps {
  asked: SecondStep
  button: string
  onProof: (proof: Proof) => Promise<void>
}

/** Shows who one is, in one of the ways that are asked for. What was refused stays to be mended. */
export function ProofForm({ asked, button, onProof }: ProofFormProps) {
  const ways = asked.ways.filter(isTyped)
  const [way, setWay] = useState<Typed>(ways[0] ?? 'code')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function show(proof: Proof) {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await onProof(proof)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('proof')).trim()
    if (typed) void show(proofOf(way, typed))
  }

  return (
    <div className="flex flex-col gap-5">
      <Refusal error={error} />
      {ways.length > 0 && (
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
              {INSTEAD[other]}
            </button>
          ))}
      </div>
    </div>
  )
}

function ProofField({ way }: { way: Typed }) {
  if (way === 'password') {
    return <PasswordField label="Password" name="proof" autoComplete="current-password" required autoFocus />
  }
  if (way === 'recovery_code') {
    return (
      <Field
        label="Recovery code"
        name="proof"
        required
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        placeholder="ABCDE-FGHJK-MNPQR"
        className="font-mono"
        hint="One of those you kept when you set this up. It works once."
      />
    )
  }
  return (
    <Field
      label="Code"
      name="proof"
      required
      autoFocus
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9 ]*"
      maxLength={8}
      placeholder="123456"
      hint="The six digits that your authenticator app shows now."
    />
  )
}

function isTyped(way: Way): way is Typed {
  return way in INSTEAD
}

function proofOf(way: Typed, typed: string): Proof {
  if (way === 'password') return { password: typed }
  return way === 'code' ? { code: typed } : { recoveryCode: typed }
}
