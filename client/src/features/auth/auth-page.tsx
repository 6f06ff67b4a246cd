import { type FormEvent, useEffect, useState } from 'react'
import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import { ApiError } from '../../api/http'
import type { SecondStep as SecondStepAsked } from '../../api/types'
import { useWords } from '../../language/words'
import { Link, navigate, useSearch } from '../../router'
import { Button } from '../../ui/button'
import { Field, PasswordField } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { useTitle } from '../../ui/use-title'
import { forgetCode } from '../join/code'
import { SecondStep } from '../security/second-step'
import { whatIsAsked } from './admission'
import { AuthFrame } from './auth-frame'
import { CodeField } from './code-field'
import { SHORTEST_PASSWORD } from './passwords'
import { loginPath, readReturnTo } from './return-to'
import { whySentBack } from './sent-back'
import { useSession } from './session'
import { authWords } from './words'

export function AuthPage({ mode }: { mode: 'login' | 'register' }) {
  const says = useWords(authWords)
  const { ask } = useSession()
  const { data } = useSWR(paths.providers, auth.providers)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [step, setStep] = useState<SecondStepAsked | null>(null)
  /** From a provider, which was the first factor. */
  const search = useSearch()
  const isSentBack = search.get('step') === 'second'
  const sentBack = whySentBack(search.get('error'))
  const isNew = mode === 'register'
  const isFirst = data?.hasAccounts === false
  const asked = whatIsAsked(data)
  // Where nobody has an account, nobody can sign in.
  useEffect(() => {
    if (isFirst && !isNew) navigate(`/register${location.search}`, { replace: true })
  }, [isFirst, isNew])
  const isShut = isNew && asked === 'closed'
  useTitle(isNew ? says.create : says.signInTitle)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password'))
    const name = String(form.get('name') ?? '').trim()
    const code = String(form.get('code') ?? '').trim() || null
    setBusy(true)
    setError(null)
    try {
      const opened = isNew
        ? await auth.register(email, password, name, code)
        : await auth.login(email, password)
      if (isSecondStep(opened)) {
        setStep(opened)
        setBusy(false)
      } else await enter()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  async function enter() {
    const returnTo = readReturnTo()
    // An organization's invite is looked at next; any other code has done its work.
    if (returnTo !== '/join') forgetCode()
    await ask()
    navigate(returnTo, { replace: true })
  }

  if (!isNew && (step || isSentBack)) {
    return (
      <AuthFrame title={says.second} lead={says.secondLead}>
        <SecondStep
          asked={step ?? undefined}
          onPassed={enter}
          onBack={() => {
            setStep(null)
            navigate(loginPath(readReturnTo()), { replace: true })
          }}
        />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title={isNew ? (isFirst ? says.first : says.create) : says.welcome}
      lead={isNew && isFirst ? says.firstLead : says.lead}
    >
      {error === null && sentBack && <Notice testId="sent-back">{sentBack}</Notice>}
      {error !== null && (
        <Notice tone="rust" testId="auth-error">
          {isWrongPassword(error) ? <p>{says.mismatch}</p> : <TroubleText error={error} />}
        </Notice>
      )}
      {isShut && <Notice testId="registration-closed">{says.closed}</Notice>}
      <form onSubmit={submit} hidden={isShut} className="flex flex-col gap-5">
        {isNew && <CodeField asked={asked} />}
        {isNew && <Field label={says.name} name="name" autoComplete="name" hint={says.nameHint} />}
        <Field
          label={says.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          autoFocus={!isNew}
        />
        <PasswordField
          label={says.password}
          name="password"
          required
          minLength={isNew ? SHORTEST_PASSWORD : undefined}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          hint={isNew ? says.passwordHint(SHORTEST_PASSWORD) : undefined}
        />
        {!isNew && (
          <Link href="/forgot" className="-mt-2 self-start text-kelp text-sm underline underline-offset-4">
            {says.forgot}
          </Link>
        )}
        <Button type="submit" look="solid" aria-disabled={isBusy || undefined} className="h-11">
          {isNew ? says.createAccount : says.signIn}
        </Button>
      </form>
      {data && data.providers.length > 0 && (
        <div className="flex flex-col gap-2.5">
          <p className="flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {says.or}
          </p>
          {data.providers.map((provider) => (
            <a
              key={provider.name}
              href={paths.oidc(provider.name, readReturnTo())}
              className="inline-flex h-11 items-center justify-center rounded-lg border border-line-strong bg-raised font-medium text-[0.9375rem] hover:border-ink-faint"
            >
              {says.continueWith(provider.label)}
            </a>
          ))}
        </div>
      )}
      <p hidden={isFirst || (!isNew && asked === 'closed')} className="text-[0.9375rem] text-ink-soft">
        {isNew ? says.haveAccount : says.newHere}{' '}
        <Link
          href={(isNew ? '/login' : '/register') + location.search}
          className="font-medium text-kelp underline underline-offset-4"
        >
          {isNew ? says.toSignIn : says.toRegister}
        </Link>
      </p>
    </AuthFrame>
  )
}

function isSecondStep(answer: unknown): answer is SecondStepAsked {
  return typeof answer === 'object' && answer !== null && 'ways' in answer
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
