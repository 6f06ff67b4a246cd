import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { security, securityPaths } from '../../api/security'
import { inOneLine } from '../../api/sentences'
import type { Factors, ShownSecret } from '../../api/types'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { FactorRow } from './factor-row'
import { NoPasskeyShown } from './passkey'
import { Passkeys } from './passkeys'
import { RecoveryCodes } from './recovery-codes'
import { SetUpApp } from './set-up-app'
import { Cancelled, useFresh } from './use-fresh'

interface SecondFactorProps {
  /** Told when recovery codes are on the page, which are shown once: whoever holds it must not take it away then. */
  onCodes?: (areShown: boolean) => void
}

/** What is asked for besides the password: set it, renew it, take it away. */
export function SecondFactor({ onCodes }: SecondFactorProps) {
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
      if (failure instanceof NoPasskeyShown) show('No passkey was made. Try again.')
      else if (!(failure instanceof Cancelled)) show(inOneLine(failure))
    }
    await mutate()
  }

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>Try again</Button>}>
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
          None is set: your password alone opens this account.
        </p>
      )}
      <ul aria-label="Second factors" className="divide-y divide-line border-line border-y">
        <FactorRow
          title="Authenticator app"
          about={
            data.appSince ? `Asked for since ${day(data.appSince)}` : 'Six digits from an app on your phone'
          }
        >
          {data.appSince ? (
            <Button look="quiet" onClick={() => setRemoving(true)} aria-label="Remove authenticator app">
              Remove
            </Button>
          ) : (
            !secret && (
              <Button
                onClick={() => void attempt(security.showSecret, setSecret)}
                aria-label="Set up authenticator app"
              >
                Set up
              </Button>
            )
          )}
        </FactorRow>
        <Passkeys
          factors={data}
          attempt={attempt}
          onCodes={(told) => {
            setCodes(told)
            show('The passkey is set. It is asked for from now on.')
          }}
        />
        {isSet(data) && (
          <FactorRow title="Recovery codes" about={leftInWords(data.recoveryCodesLeft)}>
            <Button
              look="quiet"
              onClick={() => void attempt(security.renewRecoveryCodes, setCodes)}
              aria-label="Make new recovery codes"
            >
              Make new ones
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
            show('The authenticator app is set. It is asked for from now on.')
            void mutate()
          }}
        />
      )}
      {isRemoving && (
        <Dialog
          title="Remove the authenticator app?"
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>Keep it</Button>
              <Button
                look="danger"
                onClick={() => {
                  setRemoving(false)
                  void attempt(security.removeApp, () => show('The authenticator app is removed.'))
                }}
              >
                Remove
              </Button>
            </>
          }
        >
          Its codes are asked for no more. Where no other second factor is left, recovery codes go too, and an
          organization that asks for one keeps its pages closed to you.
        </Dialog>
      )}
      {dialog}
    </div>
  )
}

export function isSet(factors: Factors): boolean {
  return factors.appSince !== null || factors.passkeys.length > 0
}

function leftInWords(left: number): string {
  if (left === 0) return 'None is left: make new ones now'
  return left === 1 ? 'One is left' : `${left} are left; each works once`
}
