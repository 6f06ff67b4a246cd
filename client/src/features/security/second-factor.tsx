import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { security, securityPaths } from '../../api/security'
import { inOneLine } from '../../api/sentences'
import type { Factors, ShownSecret } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import { FactorRow } from './factor-row'
import { NoPasskeyShown } from './passkey'
import { Passkeys } from './passkeys'
import { RecoveryCodes } from './recovery-codes'
import { SetUpApp } from './set-up-app'
import { Cancelled, useFresh } from './use-fresh'
import { securityWords } from './words'

interface SecondFactorProps {
  /** Told when recovery codes are on the page, which are shown once: whoever holds it must not take it away then. */
  onCodes?: (areShown: boolean) => void
}

/** What is asked for besides the password: set it, renew it, take it away. */
export function SecondFactor({ onCodes }: SecondFactorProps) {
  const ui = useWords(uiWords)
  const { factor, app: says, passkey, recovery } = useWords(securityWords)
  const { data, error, mutate } = useSWR(securityPaths.factors, security.factors)
  const { show } = useToasts()
  const { run, dialog } = useFresh()
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const [codes, setCodes] = useState<string[]>([])
  const [isRemoving, setRemoving] = useState(false)
  const areShown = codes.length > 0
  useEffect(() => onCodes?.(areShown), [areShown, onCodes])

  async function attempt<T>(action: () => Promise<T>, then: (result: T) => void) {
    try {
      then(await run(action))
    } catch (failure) {
      if (failure instanceof NoPasskeyShown) show(passkey.notMade)
      else if (!(failure instanceof Cancelled)) show(inOneLine(failure))
    }
    await mutate()
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{ui.tryAgain}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!data) return null
  return (
    <div className="flex flex-col gap-5">
      {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
      {!isSet(data) && !secret && (
        <p className="text-[0.9375rem] text-ink-soft" data-testid="no-factor">
          {factor.none}
        </p>
      )}
      <ul aria-label={factor.list} className="divide-y divide-line border-line border-y">
        <FactorRow title={says.title} about={data.appSince ? says.since(day(data.appSince)) : says.about}>
          {data.appSince ? (
            <Button look="quiet" onClick={() => setRemoving(true)} aria-label={says.removeLabel}>
              {factor.remove}
            </Button>
          ) : (
            !secret && (
              <Button
                onClick={() => void attempt(security.showSecret, setSecret)}
                aria-label={says.setUpLabel}
              >
                {says.setUp}
              </Button>
            )
          )}
        </FactorRow>
        <Passkeys
          factors={data}
          attempt={attempt}
          onCodes={(told) => {
            setCodes(told)
            show(passkey.isSet)
          }}
        />
        {isSet(data) && (
          <FactorRow
            title={recovery.title}
            about={data.recoveryCodesLeft === 0 ? recovery.noneLeft : recovery.left(data.recoveryCodesLeft)}
          >
            <Button
              look="quiet"
              onClick={() => void attempt(security.renewRecoveryCodes, setCodes)}
              aria-label={recovery.renewLabel}
            >
              {recovery.renew}
            </Button>
          </FactorRow>
        )}
      </ul>
      {secret && (
        <SetUpApp
          shown={secret}
          onCancel={() => setSecret(null)}
          onSet={(told) => {
            setSecret(null)
            setCodes(told)
            show(says.isSet)
            void mutate()
          }}
        />
      )}
      {isRemoving && (
        <Dialog
          title={says.removeTitle}
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>{factor.keep}</Button>
              <Button
                look="danger"
                onClick={() => {
                  setRemoving(false)
                  void attempt(security.removeApp, () => show(says.removed))
                }}
              >
                {factor.remove}
              </Button>
            </>
          }
        >
          {says.removeLead}
        </Dialog>
      )}
      {dialog}
    </div>
  )
}

export function isSet(factors: Factors): boolean {
  return factors.appSince !== null || factors.passkeys.length > 0
}
