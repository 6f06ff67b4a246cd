/** The parts of the settings, each with an address of its own. */
import { Link } from '../../router'

const OWN_PARTS = [
  { id: 'you', label: 'You' },
  { id: 'organization', label: 'Organization' },
  { id: 'usage', label: 'Usage' },
] as const

/** Only admins of the installation see these; the server says so again. */
const INSTALLATION_PARTS = [
  { id: 'users', label: 'Users' },
  { id: 'organizations', label: 'Organizations' },
  { id: 'used', label: 'Usage (all users)' },
  { id: 'prompts', label: 'Prompts' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'health', label: 'Health' },
  { id: 'mails', label: 'Mails' },
  { id: 'deeds', label: 'History' },
] as const

export type AdminPart = (typeof INSTALLATION_PARTS)[number]['id']
export type Part = (typeof OWN_PARTS)[number]['id'] | AdminPart

export function readPart(asked: string | null, isAdmin: boolean): Part {
  const open = [...OWN_PARTS, ...(isAdmin ? INSTALLATION_PARTS : [])]
  return open.find((one) => one.id === asked)?.id ?? 'you'
}

/** All that this person may open, with their addresses. */
export function partsFor(isAdmin: boolean): { label: string; href: string }[] {
  return [...OWN_PARTS, ...(isAdmin ? INSTALLATION_PARTS : [])].map(({ id, label }) => ({
    label,
    href: addressOf(id),
  }))
}

function addressOf(part: Part): string {
  return part === 'you' ? '/settings' : `/settings?part=${part}`
}

export function isAdminPart(part: Part): part is AdminPart {
  return INSTALLATION_PARTS.some((one) => one.id === part)
}

export function PartsNav({ part, isAdmin }: { part: Part; isAdmin: boolean }) {
  return (
    <div className="mt-5 flex flex-col gap-1">
      <Row label="Your settings" parts={OWN_PARTS} open={part} />
      {isAdmin && <Row label="Installation" parts={INSTALLATION_PARTS} open={part} isNamed />}
    </div>
  )
}

interface RowProps {
  label: string
  parts: readonly { id: Part; label: string }[]
  open: Part
  isNamed?: boolean
}

function Row({ label, parts, open, isNamed = false }: RowProps) {
  return (
    <nav aria-label={label} className="-ml-3 flex flex-wrap items-baseline gap-x-1 gap-y-1">
      {isNamed && <span className="w-full pt-2 pl-3 text-ink-faint text-xs">{label}</span>}
      {parts.map((one) => (
        <Link
          key={one.id}
          href={addressOf(one.id)}
          aria-current={one.id === open ? 'page' : undefined}
          className="rounded-lg px-3 py-1.5 text-[0.9375rem] text-ink-soft hover:bg-sunk hover:text-ink aria-[current=page]:bg-kelp-wash aria-[current=page]:font-medium aria-[current=page]:text-kelp-deep"
        >
          {one.label}
        </Link>
      ))}
    </nav>
  )
}
