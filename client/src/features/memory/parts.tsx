/** The parts of the page, each with an address of its own. */

import type { Receipt } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { memoryWords } from './words'

const PARTS = ['facts', 'people', 'forget', 'controls'] as const

export type Part = (typeof PARTS)[number]

export interface PartProps {
  /** As it was known then; null: now. */
  asOf: string | null
  /** Something was forgotten: what is shown is asked for anew, and the receipt is shown. */
  onForgotten: (receipt: Receipt) => void
}

export function isPart(name: string | null): name is Part {
  return PARTS.some((one) => one === name)
}

export function addressOf(part: Part, day: string | null = null): string {
  const search = new URLSearchParams({
    ...(part === 'facts' ? {} : { part }),
    ...(day ? { on: day } : {}),
  }).toString()
  return search ? `/memory?${search}` : '/memory'
}

export function PartsNav({ part }: { part: Part }) {
  const says = useWords(memoryWords).parts
  return (
    <nav
      aria-label={says.label}
      className="-ml-3 mt-5 flex flex-wrap gap-x-0.5 gap-y-1 max-xs:grid max-xs:grid-cols-[auto_auto] max-xs:justify-start"
    >
      {PARTS.map((one) => (
        <Link
          key={one}
          href={addressOf(one)}
          aria-current={one === part ? 'page' : undefined}
          className="rounded-lg px-3 py-1.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink aria-[current=page]:bg-kelp-wash aria-[current=page]:font-medium aria-[current=page]:text-kelp-deep pointer-coarse:py-2.5"
        >
          {says[one]}
        </Link>
      ))}
    </nav>
  )
}
