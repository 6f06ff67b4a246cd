/** What is known of the person who reads it: to see, correct and forget. */

import { useCallback, useRef, useState } from 'react'
import type { Receipt } from '../../api/types'
import { useWords } from '../../language/words'
import { useSearch } from '../../router'
import { AsOf, endOfDay } from './as-of'
import { ControlsPart } from './controls-part'
import { FactsPart } from './facts-part'
import { ForgetPart } from './forget-part'
import { isPart, type Part, type PartProps, PartsNav } from './parts'
import { PeoplePart } from './people-part'
import { ReceiptDialog } from './receipt-dialog'
import { useRefresh } from './use-refresh'
import { memoryWords } from './words'

export default function MemoryPage() {
  const says = useWords(memoryWords)
  const search = useSearch()
  const asked = search.get('part')
  const part: Part = isPart(asked) ? asked : 'facts'
  const day = search.get('on')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const refresh = useRefresh()
  const onForgotten = useCallback(
    (made: Receipt) => {
      setReceipt(made)
      void refresh()
    },
    [refresh],
  )

  function closeReceipt() {
    setReceipt(null)
    // What asked for it is gone with what was forgotten.
    requestAnimationFrame(() => document.activeElement === document.body && heading.current?.focus())
  }

  const props: PartProps = { asOf: endOfDay(day), onForgotten }
  return (
    <div className="mx-auto w-full max-w-3xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <h1
        ref={heading}
        tabIndex={-1}
        className="font-semibold font-serif text-3xl tracking-[-0.015em] outline-none"
      >
        {says.title}
      </h1>
      <p className="mt-2 max-w-xl text-pretty text-ink-soft">{says.lead}</p>
      <PartsNav part={part} />
      {(part === 'facts' || part === 'people') && <AsOf day={day} part={part} />}
      <Shown part={part} {...props} />
      {receipt && <ReceiptDialog receipt={receipt} onClose={closeReceipt} />}
    </div>
  )
}

function Shown({ part, ...props }: PartProps & { part: Part }) {
  switch (part) {
    case 'facts':
      return <FactsPart {...props} />
    case 'people':
      return <PeoplePart {...props} />
    case 'forget':
      return <ForgetPart onForgotten={props.onForgotten} />
    case 'controls':
      return <ControlsPart />
  }
}
