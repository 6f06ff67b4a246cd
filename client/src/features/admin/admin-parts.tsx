/** For those who look after the installation. None of these pages shows a word that somebody said. */
import { lazy } from 'react'
import { loadLate } from '../../load-late'
import type { AdminPart } from '../settings/parts'
import { Section } from '../settings/section'
import { DeadLetters } from './dead-letters'
import { Deeds } from './deeds'
import { HealthPage } from './health'
import { InstallationInvites } from './installation-invites'
import { Jobs } from './jobs'
import { Mails } from './mails'
import { AllOrganizations } from './organizations'
import { UsageOfAll } from './usage-of-all'
import { Users } from './users'

const PromptSettings = lazy(() => loadLate(() => import('../settings/prompt-settings/prompt-settings')))

export default function AdminParts({ part, me }: { part: AdminPart; me: string }) {
  switch (part) {
    case 'users':
      return (
        <>
          <Section title="Users" lead="Who has an account here, with which plan. Not what they say or keep.">
            <Users me={me} />
          </Section>
          <Section title="Invites" lead="Codes by which people make an account here. A code is shown once.">
            <InstallationInvites />
          </Section>
        </>
      )
    case 'organizations':
      return (
        <Section
          title="Organizations"
          lead="Their plan, limits and seats are set here. A drop in seats removes nobody."
        >
          <AllOrganizations />
        </Section>
      )
    case 'used':
      return (
        <Section title="Usage (all users)" lead="How much was used, and who used most. Numbers only.">
          <UsageOfAll />
        </Section>
      )
    case 'prompts':
      return (
        <Section
          title="Prompt settings"
          lead="For everyone here: how incident chats are routed, and what their prompts may contain."
        >
          <PromptSettings me={me} />
        </Section>
      )
    case 'jobs':
      return (
        <>
          <Section
            title="Jobs"
            lead="Work done behind the scenes: what waits, what runs, and what is due when."
          >
            <Jobs />
          </Section>
          <Section
            title="Dead letters"
            lead="What failed for good. What it was about is not shown, for it may quote somebody."
          >
            <DeadLetters />
          </Section>
        </>
      )
    case 'health':
      return (
        <Section title="Health" lead="What this installation stands on, and how it fares.">
          <HealthPage />
        </Section>
      )
    case 'mails':
      return (
        <Section title="Mails" lead="What this installation sends, newest first.">
          <Mails />
        </Section>
      )
    case 'deeds':
      return (
        <Section title="History" lead="What admins and the installation itself changed.">
          <Deeds />
        </Section>
      )
  }
}
