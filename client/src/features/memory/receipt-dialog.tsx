import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Receipt } from '../../api/types'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { receiptRows } from './counts'

/** Proof that something is gone: how much of what, when, and signed. It holds no word of it. */
export function ReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const [checked, setChecked] = useState<string | null>(null)

  async function verify() {
    setChecked('Checking…')
    try {
      const found = await memory.verify(receipt.id)
      setChecked(verdict(found.valid, found.gone))
    } catch (error) {
      setChecked(inOneLine(error))
    }
  }

  return (
    <Dialog
      title="Forgotten"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void verify()}>Verify</Button>
          <Button onClick={() => download(receipt)}>Download</Button>
          <Button look="solid" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        {moment(receipt.madeAt)}.{' '}
        {receipt.verified
          ? 'Every place was searched again afterwards, and nothing was found.'
          : 'Something was found again afterwards; ask whoever runs this installation to look at it.'}
      </p>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {receiptRows(receipt.counts).map(({ name, count }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right text-ink">{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 break-all text-ink-faint text-xs">
        Receipt {receipt.id}, signed {receipt.signature.slice(0, 16)}…
      </p>
      <p aria-live="polite" className="mt-2 min-h-6 font-medium text-ink">
        {checked}
      </p>
    </Dialog>
  )
}

function verdict(isValid: boolean, isGone: boolean): string {
  if (!isValid) return 'This receipt is not the one that was signed.'
  return isGone ? 'The signature is valid, and it is all still gone.' : 'Some of it has come back.'
}

function download(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `receipt-${receipt.id}.json`
  link.click()
  URL.revokeObjectURL(url)
}
