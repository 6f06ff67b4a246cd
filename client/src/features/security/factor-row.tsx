import type { ReactNode } from 'react'

export function FactorRow({
  title,
  about,
  children,
}: {
  title: string
  about: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{title}</p>
        <p className="text-ink-faint text-sm">{about}</p>
      </div>
      {children}
    </li>
  )
}
