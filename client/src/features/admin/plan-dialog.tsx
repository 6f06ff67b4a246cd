import { type FormEvent, useId, useState } from 'react'
import type { PlanChange } from '../../api/admin'
import { FEATURES, type Feature } from '../../api/features'
import type { PlanName } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { featureName } from '../usage/amounts'
import { type LimitFields, noLimit, toFields, toLimits } from './limits'
import { adminWords } from './words'

interface PlanDialogProps {
  whose: string
  plan: PlanName | null
  limits: unknown
  /** Present for an organization. */
  seatCount?: number
  nonePlan: string
  save: (change: PlanChange) => Promise<unknown>
  onClose: () => void
}

const PLANS: PlanName[] = ['free', 'pro', 'business', 'unlimited']

/** A plan, and single numbers laid over it. Saved whole: what is left empty is as the plan says. */
export function PlanDialog({ whose, plan, limits, seatCount, nonePlan, save, onClose }: PlanDialogProps) {
  const { organizations, plan: says, cancel, save: saveWord } = useWords(adminWords)
  const formId = useId()
  const [chosen, setChosen] = useState<PlanName | ''>(plan ?? '')
  const [fields, setFields] = useState<LimitFields>(() => toFields(limits))
  const [seats, setSeats] = useState(seatCount === undefined ? '' : String(seatCount))
  const [odd, setOdd] = useState<Feature | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const made = toLimits(fields)
    setOdd(typeof made === 'string' ? made : null)
    if (typeof made === 'string' || isBusy) return
    setBusy(true)
    setError(null)
    try {
      const isCounted = seatCount !== undefined && Number(seats) !== seatCount
      await save({ plan: chosen || null, limits: made, ...(isCounted ? { seatCount: Number(seats) } : {}) })
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={organizations.planOf(whose)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="solid" type="submit" form={formId} disabled={isBusy}>
            {saveWord}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="mt-4 flex flex-col gap-4 text-ink">
        {error !== null && (
          <Notice tone="rust">
            <TroubleText error={error} />
          </Notice>
        )}
        <Select
          label={organizations.plan}
          value={chosen}
          onChange={(event) => setChosen(event.target.value as PlanName | '')}
        >
          <option value="">{nonePlan}</option>
          {PLANS.map((one) => (
            <option key={one} value={one}>
              {one.charAt(0).toUpperCase() + one.slice(1)}
            </option>
          ))}
        </Select>
        {seatCount !== undefined && (
          <Field
            label={says.seats}
            type="number"
            min={1}
            max={10_000}
            required
            value={seats}
            onChange={(event) => setSeats(event.target.value)}
            hint={says.seatsHint}
          />
        )}
        <details open={Object.keys(fields).length > 0}>
          <summary className="font-medium text-sm">{says.differ}</summary>
          <p className="mt-1 mb-3 text-ink-faint text-sm">{says.how(noLimit())}</p>
          <div className="grid grid-cols-2 items-end gap-3">
            {FEATURES.map((feature) => (
              <Field
                key={feature}
                label={feature === 'storage_bytes' ? says.storage : featureName(feature)}
                inputMode="numeric"
                autoComplete="off"
                value={fields[feature] ?? ''}
                onChange={(event) => setFields({ ...fields, [feature]: event.target.value })}
                error={odd === feature ? says.odd(noLimit()) : null}
              />
            ))}
          </div>
        </details>
      </form>
    </Dialog>
  )
}
