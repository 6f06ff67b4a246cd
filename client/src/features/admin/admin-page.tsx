/** For those who look after the installation. None of these pages shows a word that somebody said. */
import { lazy, type ReactNode, Suspense } from 'react'
import { useWords } from '../../language/words'
import { loadLate, loadWithWords } from '../../load-late'
import { Link } from '../../router'
import { Area } from '../settings/area'
import {
  ChartIcon,
  GaugeIcon,
  GearsIcon,
  HistoryIcon,
  HouseIcon,
  LetterIcon,
  PeopleIcon,
  PlugIcon,
  PulseIcon,
  TextIcon,
  TicketIcon,
} from '../settings/icons'
import { isAdminPage, type AdminPage as Page, pagesOf } from '../settings/pages/pages'
import { pageWords } from '../settings/pages/words'
import { Section } from '../settings/section'
import { DeadLetters } from './dead-letters'
import { Deeds } from './deeds'
import { HealthPage } from './health'
import { InstallationInvites } from './installation-invites'
import { Jobs } from './jobs'
import { Mails } from './mails'
import { AllOrganizations } from './organizations'
import { OverviewPage } from './overview'
import { UsageOfAll } from './usage-of-all'
import { Users } from './users'
import { adminWords } from './words'

const ConnectionsPart = lazy(() => loadWithWords(() => import('../connections/connections-part')))
const PromptSettings = lazy(() => loadLate(() => import('../settings/prompt-settings/prompt-settings')))

const ICONS: Record<Page, ReactNode> = {
  overview: <ChartIcon />,
  users: <PeopleIcon />,
  invites: <TicketIcon />,
  organizations: <HouseIcon />,
  usage: <GaugeIcon />,
  connections: <PlugIcon />,
  prompts: <TextIcon />,
  jobs: <GearsIcon />,
  health: <PulseIcon />,
  mails: <LetterIcon />,
  history: <HistoryIcon />,
}

export default function AdminPage({ me, part }: { me: string; part: string | null }) {
  const says = useWords(adminWords)
  const { admin } = useWords(pageWords)
  const page = isAdminPage(part) ? part : 'overview'
  const entries = pagesOf('admin').map((one) => ({ ...one, icon: ICONS[one.id as Page] }))
  return (
    <Area
      title={admin}
      home="/admin"
      entries={entries}
      open={part === null ? null : page}
      lead={says.leads[page]}
      foot={
        <Link
          href="/settings"
          className="mt-6 inline-block rounded-lg px-1 py-1 font-medium text-[0.9375rem] text-kelp hover:underline @min-[44rem]:px-3 @min-[44rem]:text-sm"
        >
          ← {says.toSettings}
        </Link>
      }
    >
      <Suspense fallback={null}>
        <div className="mt-6 max-w-4xl">
          <Shown page={page} me={me} />
        </div>
      </Suspense>
    </Area>
  )
}

function Shown({ page, me }: { page: Page; me: string }) {
  const { letters } = useWords(adminWords)
  switch (page) {
    case 'overview':
      return <OverviewPage />
    case 'users':
      return <Users me={me} />
    case 'invites':
      return <InstallationInvites />
    case 'organizations':
      return <AllOrganizations />
    case 'usage':
      return <UsageOfAll />
    case 'connections':
      return <ConnectionsPart scope="everyone" />
    case 'prompts':
      return <PromptSettings me={me} />
    case 'jobs':
      return (
        <>
          <Jobs />
          <Section title={letters.title} lead={letters.lead}>
            <DeadLetters />
          </Section>
        </>
      )
    case 'health':
      return <HealthPage />
    case 'mails':
      return <Mails />
    case 'history':
      return <Deeds />
  }
}
