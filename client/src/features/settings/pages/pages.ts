/** The pages of the settings, each with an address of its own: those of a person, and those of the installation. */
import { wordsNow } from '../../../language/words'
import { pageWords } from './words'

export type Area = 'settings' | 'admin'

const OWN = [
  'profile',
  'appearance',
  'voice',
  'app',
  'account',
  'security',
  'usage',
  'connections',
  'keys',
  'organization',
] as const

/** Only admins of the installation see these; the server says so again. */
const INSTALLATION = [
  ...([
    'overview',
    'users',
    'invites',
    'organizations',
    'usage',
    'connections',
    'prompts',
    'jobs',
    'health',
    'mails',
    'history',
  ] as const),
]

export type OwnPage = (typeof OWN)[number]
export type AdminPage = (typeof INSTALLATION)[number]

const PAGES = { settings: OWN, admin: INSTALLATION } as const

export interface PageEntry {
  id: OwnPage | AdminPage
  label: string
  href: string
}

export function pagesOf(area: Area): PageEntry[] {
  const says = wordsNow(pageWords)
  return PAGES[area].map((id) => ({
    id,
    label: area === 'admin' && id === 'usage' ? says.usageOfAll : says[id],
    href: `/${area}/${id}`,
  }))
}

/** All that this person may open, for the palette. */
export function pagesFor(isAdmin: boolean): (PageEntry & { area: string; also: string })[] {
  const says = wordsNow(pageWords)
  const also: Partial<Record<string, string>> = says.also
  const areas: Area[] = isAdmin ? ['settings', 'admin'] : ['settings']
  return areas.flatMap((area) =>
    pagesOf(area).map((page) => ({
      ...page,
      area: says[area],
      also: area === 'settings' ? (also[page.id] ?? '') : '',
    })),
  )
}

export function isOwnPage(id: string | null): id is OwnPage {
  return OWN.some((one) => one === id)
}

export function isAdminPage(id: string | null): id is AdminPage {
  return INSTALLATION.some((one) => one === id)
}

/** Where a page was that is now elsewhere: `/settings?part=users`. */
const MOVED: Record<string, string> = {
  you: '/settings',
  organization: '/settings/organization',
  usage: '/settings/usage',
  users: '/admin/users',
  organizations: '/admin/organizations',
  used: '/admin/usage',
  prompts: '/admin/prompts',
  jobs: '/admin/jobs',
  health: '/admin/health',
  mails: '/admin/mails',
  deeds: '/admin/history',
}

export function movedTo(part: string | null): string | null {
  return part === null ? null : (MOVED[part] ?? '/settings')
}
