import { lazy, Suspense } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../api/endpoints'
import type { Person } from '../../api/types'
import { loadLate } from '../../load-late'
import { useSearch } from '../../router'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme'
import { LanguagePart } from '../language/language-part'
import { ApiKeys } from './api-keys'
import { isAdminPart, PartsNav, readPart } from './parts'
import { PasswordForm } from './password-form'
import { Section } from './section'
import { SignIns } from './sign-ins'
import { SignOutEverywhere } from './sign-out-everywhere'

const OrganizationPart = lazy(() => loadLate(() => import('../organization/organization-part')))
const AddressPart = lazy(() => loadLate(() => import('../email/address-part')))
const WaysIn = lazy(() => loadLate(() => import('../security/ways-in')))
const UsagePart = lazy(() => loadLate(() => import('../usage/usage-part')))
/** Few are admins; the others need not load these. */
const AdminParts = lazy(() => loadLate(() => import('../admin/admin-parts')))

export function SettingsPage({ person }: { person: Person }) {
  const part = readPart(useSearch().get('part'), person.isAdmin)
  return (
    <div className="mx-auto w-full max-w-4xl px-5 pt-6 pb-24 sm:px-8 sm:pt-10">
      <h1 className="font-semibold font-serif text-3xl tracking-[-0.015em]">Settings</h1>
      <p className="mt-2 text-ink-soft">
        Signed in as {[person.name, person.email].filter(Boolean).join(', ')}
      </p>
      <PartsNav part={part} isAdmin={person.isAdmin} />
      <Suspense fallback={null}>
        {/* Tables may be as wide as the page; what is read and filled in is not. */}
        <div className={isAdminPart(part) ? undefined : 'max-w-2xl'}>
          {part === 'you' && <You person={person} />}
          {part === 'organization' && <OrganizationPart />}
          {part === 'usage' && <UsagePart />}
          {isAdminPart(part) && <AdminParts part={part} me={person.id} />}
        </div>
      </Suspense>
    </div>
  )
}

function You({ person }: { person: Person }) {
  const { data: info } = useSWR(paths.info, about.info)
  return (
    <>
      <Section title="Appearance" lead="Light, dark, or whatever your system says.">
        <ThemeChoice />
      </Section>
      <LanguagePart />
      <Suspense fallback={null}>
        <AddressPart person={person} />
      </Suspense>
      <Section title="Password" lead="You'll need your current password.">
        <PasswordForm email={person.email ?? ''} />
      </Section>
      <Suspense fallback={null}>
        <WaysIn />
      </Suspense>
      <Section
        title="API keys"
        lead="Let your own programs talk to Holdfast as you. A key is shown once, then only its beginning."
      >
        <ApiKeys />
      </Section>
      <Section title="Devices" lead="Where you are signed in. Signing out everywhere ends this one too.">
        <SignIns />
        <SignOutEverywhere />
      </Section>
      {info && (
        <p className="mt-14 border-line border-t pt-5 text-ink-faint text-sm">
          Holdfast {info.version} · answers come from {info.model.name}
          {info.model.isDemo && ' (demo model)'}
        </p>
      )}
    </>
  )
}

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThemeChoice() {
  const theme = useTheme()
  return (
    <fieldset className="inline-flex rounded-xl border border-line bg-sunk p-1">
      <legend className="sr-only">Colours</legend>
      {THEMES.map(({ value, label }) => (
        <label
          key={value}
          className="rounded-lg px-4 py-1.5 text-[0.9375rem] text-ink-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="sr-only"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
