import { useState } from 'react'
import useSWR from 'swr'
import { paths, tools } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { ApprovalWish, PendingApproval } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { AreaField, Field } from '../../ui/field'
import { Select } from '../../ui/select'
import type { InChat } from './context'
import { RawText } from './raw-text'
import { toolWords } from './words'

interface ApprovalCardProps extends InChat {
  approvalId: string
  name: string
}

/** A tool wants to do something that its person is asked about first. What is decided here is decided once. */
export function ApprovalCard({ approvalId, name, chatId, onDecided }: ApprovalCardProps) {
  const says = useWords(toolWords).approval
  const { data, mutate } = useSWR(paths.approvals(chatId), () => tools.approvals(chatId))
  const [told, setTold] = useState<string | null>(null)
  const asked = data?.find((one) => one.id === approvalId)

  async function decide(wish: ApprovalWish) {
    try {
      const { turnId } = await tools.decide(approvalId, wish)
      setTold(turnId ? null : says.others)
      if (turnId) onDecided()
    } catch (error) {
      setTold(inOneLine(error))
    }
    await mutate()
  }

  if (!data) return null
  return (
    <section
      aria-label={says.title(name)}
      data-testid="approval"
      className="mt-2 rounded-xl border border-amber/35 bg-amber-wash px-4 py-3 text-[0.9375rem]"
    >
      {asked ? (
        <Asked asked={asked} name={name} decide={decide} />
      ) : (
        <p className="text-ink-soft">{told ?? says.over}</p>
      )}
      {asked && told && (
        <p role="alert" className="mt-2 text-rust">
          {told}
        </p>
      )}
    </section>
  )
}

interface AskedProps {
  asked: PendingApproval
  name: string
  decide: (wish: ApprovalWish) => Promise<void>
}

function Asked({ asked, name, decide }: AskedProps) {
  const says = useWords(toolWords).approval
  const written = JSON.stringify(asked.arguments, null, 2)
  const [given, setGiven] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [lasts, setLasts] = useState<'once' | 'chat' | 'always'>('once')
  const [isBusy, setBusy] = useState(false)
  const edited = given === null || given === written ? undefined : parsed(given)

  async function send(wish: ApprovalWish) {
    if (isBusy) return
    setBusy(true)
    await decide(wish)
    setBusy(false)
  }

  const approve = () =>
    send({
      decision: 'approve',
      ...(edited ? { arguments: edited } : {}),
      ...(lasts === 'once' ? {} : { remember: lasts }),
    })

  return (
    <>
      <p className="font-medium">{says.title(name)}</p>
      <p className="mt-0.5 text-ink-soft">{asked.description}</p>
      {given === null ? (
        <>
          <RawText value={written} className="mt-2 rounded-lg bg-raised px-3 py-2" />
          <Button look="quiet" onClick={() => setGiven(written)}>
            {says.edit}
          </Button>
        </>
      ) : (
        <div className="mt-2">
          <AreaField
            label={says.arguments}
            value={given}
            isCode
            error={edited === null ? says.noObject : undefined}
            onChange={(event) => setGiven(event.target.value)}
          />
        </div>
      )}
      {reason !== null && (
        <div className="mt-2">
          <Field
            label={says.reason}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-2">
        {reason === null ? (
          <>
            <Button
              look="solid"
              aria-disabled={isBusy || edited === null}
              onClick={() => edited !== null && void approve()}
            >
              {says.allow}
            </Button>
            <Button onClick={() => setReason('')}>{says.deny}</Button>
            <Select
              label={says.lasts}
              isBare
              value={lasts}
              onChange={(event) => setLasts(event.target.value as typeof lasts)}
            >
              <option value="once">{says.once}</option>
              <option value="chat">{says.inChat}</option>
              <option value="always">{says.always}</option>
            </Select>
          </>
        ) : (
          <>
            <Button
              look="solid"
              aria-disabled={isBusy}
              onClick={() =>
                void send({ decision: 'deny', ...(reason.trim() ? { reason: reason.trim() } : {}) })
              }
            >
              {says.denyNow}
            </Button>
            <Button onClick={() => setReason(null)}>{says.back}</Button>
          </>
        )}
      </div>
    </>
  )
}

/** Null where it is no object: then nothing is sent. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
