import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function Section({ title, lead, children }: SectionProps) {
  return (
    <section aria-label={title} className="mt-10 border-line border-t pt-6">
      <h2 className="font-semibold text-lg">{title}</h2>
      {lead && <p className="mt-0.5 text-[0.9375rem] text-ink-faint">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
