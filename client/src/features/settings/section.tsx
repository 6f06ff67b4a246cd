import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A part of a page. The first needs no line above it. */
export function Section({ title, lead, children }: SectionProps) {
  return (
    <section aria-label={title} className="mt-11 first-of-type:mt-7">
      <h2 className="font-semibold text-lg">{title}</h2>
      {lead && <p className="mt-0.5 max-w-prose text-pretty text-[0.9375rem] text-ink-faint">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

interface RowProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One thing to choose: what it is at the left, the choice at the right, below each other where there is no room. */
export function Choice({ title, lead, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium text-[0.9375rem]">{title}</h2>
        {lead && <p className="mt-0.5 text-pretty text-ink-faint text-sm">{lead}</p>}
      </div>
      <div className="max-w-full shrink-0">{children}</div>
    </div>
  )
}

/** Choices below each other. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className="mt-5 divide-y divide-line border-line border-y">{children}</div>
}
