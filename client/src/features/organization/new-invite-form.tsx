import { type FormEvent, useState } from 'react'
import { invites as api } from '../../api/endpoints'
import type { Invite, InviteRole, Organization } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Notice, TroubleText } from '../../ui/notice'
import { Select } from '../../ui/select'
import { Cancelled } from '../security/use-fresh'
import { useRun } from './run'
import { organizationWords } from './words'

const MOST_USES = 1000

interface NewInviteFormProps {
  organization: Organization
  roles: InviteRole[]
  onMade: (made: Invite) => void
}

export function NewInviteForm({ organization, roles, onMade }: NewInviteFormProps) {
  const words = useWords(organizationWords)
  const says = words.invites
  const [role, setRole] = useState<InviteRole>('member')
  const [email, setEmail] = useState('')
  const [uses, setUses] = useState('1')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isMailed = email.trim() !== ''
  const run = useRun()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      const maxUses = isMailed ? 1 : Number(uses)
      const wanted = { role, maxUses, email: isMailed ? email.trim() : null }
      onMade(await run(() => api.make(organization.id, wanted)))
      setEmail('')
    } catch (failure) {
      if (!(failure instanceof Cancelled)) setError(failure)
    }
    setBusy(false)
  }

  return (
    <form
      onSubmit={submit}
      aria-label={says.form}
      className="flex flex-col gap-5 rounded-xl border border-line p-5"
    >
      {error !== null && (
        <Notice tone="rust">
          <TroubleText error={error} />
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <Select
            label={says.joinsAs}
            value={role}
            onChange={(event) => setRole(event.target.value as InviteRole)}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {words.roles[one]}
              </option>
            ))}
          </Select>
          <p className="mt-1.5 text-ink-faint text-sm">
            {words.roleAndRights(words.roles[role], words.rights[role])}
          </p>
        </div>
        <Field
          label={says.howMany}
          type="number"
          min={1}
          max={MOST_USES}
          required
          value={isMailed ? '1' : uses}
          disabled={isMailed}
          onChange={(event) => setUses(event.target.value)}
          hint={isMailed ? says.mailedOnce : undefined}
        />
      </div>
      <Field
        label={says.sendTo}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="off"
        placeholder={says.sendToExample}
        hint={says.sendToHint}
      />
      <Button type="submit" look="solid" disabled={isBusy} className="self-start">
        {isMailed ? says.send : says.make}
      </Button>
    </form>
  )
}
