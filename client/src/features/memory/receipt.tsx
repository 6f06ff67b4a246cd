import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Receipt } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { receiptRows } from './receipt-rows'
import { type MemoryWords, memoryWords } from './words'

export interface ReceiptProps {
  receipt: Receipt
  onClose: () => void
}

/** Proof that something is gone: how much of what, when, and signed. It holds no word of it. */
export default function ReceiptShown({ receipt, onClose }: ReceiptProps) {
  const says = useWords(memoryWords).receipt
  const [checked, setChecked] = useState<string | null>(null)

  async function verify() {
    setChecked(says.checking)
    try {
      const found = await memory.verify(receipt.id)
      setChecked(verdict(says, found.valid, found.gone))
    } catch (error) {
      setChecked(inOneLine(error))
    }
  }

  return (
    <Dialog
      title={says.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void verify()}>{says.verify}</Button>
          <Button onClick={() => download(receipt)}>{says.download}</Button>
          <Button look="solid" onClick={onClose}>
            {says.done}
          </Button>
        </>
      }
    >
      <p>
        {moment(receipt.madeAt)}. {receipt.verified ? says.gone : says.found}
      </p>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {receiptRows(receipt.counts).map(({ name, count }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right text-ink">{number(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 break-all text-ink-faint text-xs">
        {says.signed(receipt.id, receipt.signature.slice(0, 16))}
      </p>
      <p aria-live="polite" className="mt-2 min-h-6 font-medium text-ink">
        {checked}
      </p>
    </Dialog>
  )
}

function verdict(says: MemoryWords['receipt'], isValid: boolean, isGone: boolean): string {
  if (!isValid) return says.invalid
  return isGone ? says.valid : says.back
}

function download(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.id}.json`
  link.click()
  URL.revokeObjectURL(url)
}
