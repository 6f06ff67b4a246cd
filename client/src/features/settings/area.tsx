/**
 * A list at the side and one subject beside it. Where there is no room for both, the list is a page of its own, and each
 * subject leads back to it.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Link } from '../../router'
import { LeftIcon, RightIcon } from '../../ui/icons'

export interface AreaEntry {
  id: string
  label: string
  href: string
  icon: ReactNode
}

interface AreaProps {
  title: string
  home: string
  entries: AreaEntry[]
  /** The page in the address; null: only the list was asked for, and the first stands beside it where there is room. */
  open: string | null
  /** What the page is about, in a sentence. */
  lead?: ReactNode
  /** Beneath the list. */
  foot?: ReactNode
  children: ReactNode
}

export function Area({ title, home, entries, open, lead, foot, children }: AreaProps) {
  const shown = entries.find((one) => one.id === open) ?? entries[0]
  const headingId = useId()
  const top = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLElement>(null)
  const before = useRef(open)
  useLayoutEffect(() => {
    const from = before.current
    if (from === open) return
    before.current = open
    top.current?.scrollIntoView?.()
    const focused = document.activeElement
    // The link that was followed may be hidden with its list by now: then one goes on at the heading, and back at the link.
    if (focused !== document.body && (focused?.getClientRects().length ?? 0) > 0) return
    if (open !== null) heading.current?.focus()
    else list.current?.querySelector<HTMLElement>(`[data-page="${from}"]`)?.focus()
  }, [open])

  return (
    <div ref={top} className="@container">
      <div className="mx-auto flex max-w-6xl @min-[44rem]:gap-6 @min-[44rem]:px-4 @min-[60rem]:gap-10">
        <div
          className={`w-full px-5 pt-6 pb-16 @min-[44rem]:sticky @min-[44rem]:top-0 @min-[44rem]:block @min-[44rem]:w-56 @min-[44rem]:shrink-0 @min-[44rem]:self-start @min-[44rem]:px-0 @min-[44rem]:pt-10 ${open === null ? '' : 'hidden'}`}
        >
          <p
            className="mb-4 font-semibold font-serif text-3xl tracking-[-0.015em] @min-[44rem]:mb-3 @min-[44rem]:px-3 @min-[44rem]:font-sans @min-[44rem]:text-ink-faint @min-[44rem]:text-sm @min-[44rem]:tracking-normal"
            aria-hidden="true"
          >
            {title}
          </p>
          {/* On a page of its own the list has the heading; beside a page it is that page's. */}
          {open === null && <h1 className="sr-only @min-[44rem]:hidden">{title}</h1>}
          <nav ref={list} aria-label={title}>
            <ul className="@max-[44rem]:divide-y @max-[44rem]:divide-line @max-[44rem]:overflow-clip @max-[44rem]:rounded-2xl @max-[44rem]:border @max-[44rem]:border-line @max-[44rem]:bg-raised @min-[44rem]:flex @min-[44rem]:flex-col @min-[44rem]:gap-0.5">
              {entries.map((one) => (
                <li key={one.id}>
                  <Link
                    href={one.href}
                    data-page={one.id}
                    aria-current={one.id === open ? 'page' : undefined}
                    data-shown={one.id === shown?.id || undefined}
                    className="flex items-center gap-3 px-4 py-3.5 text-[0.9375rem] -outline-offset-2 hover:bg-sunk @min-[44rem]:rounded-lg @min-[44rem]:px-3 @min-[44rem]:py-2 @min-[44rem]:text-ink-soft @min-[44rem]:hover:text-ink @min-[44rem]:data-shown:bg-kelp-wash @min-[44rem]:data-shown:font-medium @min-[44rem]:data-shown:text-kelp-deep"
                  >
                    <span className="shrink-0 text-ink-faint">{one.icon}</span>
                    <span className="min-w-0 flex-1">{one.label}</span>
                    <RightIcon className="shrink-0 text-ink-faint @min-[44rem]:hidden" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {foot}
        </div>
        <section
          aria-labelledby={headingId}
          className={`min-w-0 flex-1 px-5 pt-4 pb-24 @min-[44rem]:block @min-[44rem]:px-0 @min-[44rem]:pt-10 ${open === null ? 'hidden' : ''}`}
        >
          <Link
            href={home}
            className="-ml-2 mb-3 inline-flex min-h-10 items-center gap-1 rounded-lg px-2 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink @min-[44rem]:hidden"
          >
            <LeftIcon />
            {title}
          </Link>
          <h1
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="font-semibold font-serif text-2xl tracking-[-0.015em] outline-none @min-[44rem]:text-3xl"
          >
            {shown?.label}
          </h1>
          {lead && <p className="mt-1.5 max-w-prose text-pretty text-ink-soft">{lead}</p>}
          {children}
        </section>
      </div>
    </div>
  )
}
