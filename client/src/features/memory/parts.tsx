/** The parts of the page, each with an address of its own. */
import type { Receipt } from '../../api/types'
import { Link } from '../../router'

const PARTS = [
  { id: 'facts', label: 'Facts' },
  { id: 'people', label: 'People and things' },
  { id: 'forget', label: 'Forget' },
  { id: 'controls', label: 'Controls' },
] as const

export type Part = (typeof PARTS)[number]['id']

export interface PartProps {
  /** As it was known then; null: now. */
  asOf: string | null
  /** Something was forgotten: what is shown is asked for anew, and the receipt is shown. */
  onForgotten: (receipt: Receipt) => void
}

export function isPart(name: string | null): name is Part {
  return PARTS.some((one) => one.id === name)
}

export function addressOf(part: Part, day: string | null = null): string {
  const search = new URLSearchParams({
    ...(part === 'facts' ? {} : { part }),
    ...(day ? { on: day } : {}),
  }).toString()
  return search ? `/memory?${search}` : '/memory'
}

export function PartsNav({ part }: { part: Part }) {
  return (
    <nav aria-label="Parts of your memory" className="-ml-3 mt-5 flex flex-wrap gap-x-0.5 gap-y-1">
      {PARTS.map((one) => (
        <Link
          key={one.id}
          href={addressOf(one.id)}
          aria-current={one.id === part ? 'page' : undefined}
          className="rounded-lg px-3 py-1.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink aria-[current=page]:bg-kelp-wash aria-[current=page]:font-medium aria-[current=page]:text-kelp-deep pointer-coarse:py-2.5"
        >
          {one.label}
        </Link>
      ))}
    </nav>
  )
}
