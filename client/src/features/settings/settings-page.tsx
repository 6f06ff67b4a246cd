/** What a person sets for themselves. What concerns everybody here is under Installation. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { useWords } from '../../language/words'
import { loadLate, loadWithWords } from '../../load-late'
import { Link, navigate, useSearch } from '../../router'
import { MicIcon } from '../../ui/icons'
import { ApiKeys } from './api-keys'
import { Appearance } from './appearance'
import { Area } from './area'
import { DeleteAccount } from './delete-account'
import {
  BellIcon,
  CardIcon,
  GaugeIcon,
  KeyIcon,
  PaletteIcon,
  PeopleIcon,
  PersonIcon,
  PlugIcon,
  ShieldIcon,
} from './icons'
import { isOwnPage, movedTo, type OwnPage, pagesOf } from './pages/pages'
import { pageWords } from './pages/words'
import { PasswordForm } from './password-form'
import { Profile } from './profile'
import { Section } from './section'
import { SignIns } from './sign-ins'
import { SignOutEverywhere } from './sign-out-everywhere'
import { settingsWords } from './words'

const OrganizationPart = lazy(() => loadLate(() => import('../organization/organization-part')))
const AddressPart = lazy(() => loadLate(() => import('../email/address-part')))
const VoicePart = lazy(() =>
  loadLate(() => import('../voice/settings/voice-part')).then((module) => ({ default: module.VoicePart })),
)
const WaysIn = lazy(() => loadLate(() => import('../security/ways-in')))
const NoticesPart = lazy(() => loadLate(() => import('../notices/notices-part')))
const ConnectionsPart = lazy(() => loadWithWords(() => import('../connections/connections-part')))
const ProgramsPart = lazy(() => loadWithWords(() => import('../programs/programs-part')))
const AllowPage = lazy(() => loadWithWords(() => import('../programs/allow-page')))
const UsagePart = lazy(() => loadLate(() => import('../usage/usage-part')))

const ICONS: Record<OwnPage, ReactNode> = {
  profile: <PersonIcon />,
  appearance: <PaletteIcon />,
  voice: <MicIcon />,
  app: <BellIcon />,
  account: <CardIcon />,
  security: <ShieldIcon />,
  usage: <GaugeIcon />,
  connections: <PlugIcon />,
  keys: <KeyIcon />,
  organization: <PeopleIcon />,
}

export default function SettingsPage({ person, part }: { person: Person; part: string | null }) {
  const says = useWords(settingsWords)
  const { settings } = useWords(pageWords)
  const moved = movedTo(useSearch().get('part'))
  useEffect(() => {
    if (moved) navigate(moved, { replace: true })
  }, [moved])
  if (moved) return null
  // Where a program sends people to be let in: no page of the list, and nothing stands beside it.
  if (part === 'allow') {
    return (
      <Suspense fallback={null}>
        <AllowPage />
      </Suspense>
    )
  }

  const page = isOwnPage(part) ? part : 'profile'
  const entries = pagesOf('settings').map((one) => ({ ...one, icon: ICONS[one.id as OwnPage] }))
  return (
    <Area
      title={settings}
      home="/settings"
      entries={entries}
      open={part === null ? null : page}
      lead={says.leads[page]}
      foot={<Foot person={person} />}
    >
      <Suspense fallback={null}>
        <div className="max-w-2xl">
          <Shown page={page} person={person} />
        </div>
      </Suspense>
    </Area>
  )
}

function Shown({ page, person }: { page: OwnPage; person: Person }) {
  switch (page) {
    case 'profile':
      return <Profile person={person} />
    case 'appearance':
      return <Appearance />
    case 'voice':
      return <VoicePart />
    case 'app':
      return <NoticesPart />
    case 'account':
      return (
        <>
          <AddressPart person={person} />
          <Password email={person.email ?? ''} />
          <DeleteAccount person={person} />
        </>
      )
    case 'security':
      return (
        <>
          <WaysIn />
          <Devices />
        </>
      )
    case 'usage':
      return <UsagePart />
    case 'connections':
      return <ConnectionsPart scope="mine" />
    case 'keys':
      return (
        <>
          <div className="mt-6">
            <ApiKeys />
          </div>
          <ProgramsPart />
        </>
      )
    case 'organization':
      return <OrganizationPart />
  }
}

function Password({ email }: { email: string }) {
  const says = useWords(settingsWords).password
  return (
    <Section title={says.title} lead={says.lead}>
      <PasswordForm email={email} />
    </Section>
  )
}

function Devices() {
  const says = useWords(settingsWords).devices
  return (
    <Section title={says.title} lead={says.lead}>
      <SignIns />
      <SignOutEverywhere />
    </Section>
  )
}

/** Who is signed in, what this is, and the way to the other area. */
function Foot({ person }: { person: Person }) {
  const says = useWords(settingsWords)
  const { data: info } = useSWR(paths.info, about.info)
  return (
    <div className="mt-6 flex flex-col gap-4 px-1 @min-[44rem]:px-3">
      {person.isAdmin && (
        <Link
          href="/admin"
          className="-mx-1 rounded-lg px-1 py-1 font-medium text-[0.9375rem] text-kelp hover:underline @min-[44rem]:text-sm"
        >
          {says.toInstallation} →
        </Link>
      )}
      <p className="break-words text-ink-faint text-xs">
        {says.signedInAs([person.name, person.email].filter(Boolean).join(', '))}
        {info && (
          <span className="mt-1 block">{says.version(info.version, info.model.name, info.model.isDemo)}</span>
        )}
      </p>
    </div>
  )
}
