import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import type { Member, Role } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Face } from '../../ui/face'
import { Select } from '../../ui/select'
import { whoIs } from './offers'
import { organizationWords } from './words'

interface MemberRowProps {
  member: Member
  /** The organization asks for a second factor. */
  asksFactor: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

export function MemberRow({ member, asksFactor, onRole, onRemove }: MemberRowProps) {
  const words = useWords(organizationWords)
  const says = words.members
  const roles = member.rolesToChoose
  const who = whoIs(member)
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const wants = [
    asksFactor && member.hasSecondFactor === false && says.noFactor,
    ways?.sendsMail && member.email && !member.isEmailVerified && says.unconfirmed,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Face of={{ kind: 'person', id: member.userId, name: who }} size={2.25} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          {who}
          {member.isYou && <span className="font-normal text-ink-faint"> {says.you}</span>}
        </p>
        <p className="truncate text-ink-faint text-sm">
          {[member.name ? member.email : null, says.since(day(member.joinedAt))].filter(Boolean).join(' · ')}
          {wants.length > 0 && <span className="text-amber"> · {wants.join(' · ')}</span>}
        </p>
      </div>
      {roles.length > 0 ? (
        <Select
          isBare
          label={says.roleOf(who)}
          value={member.role}
          onChange={(event) => onRole(event.target.value as Role)}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </Select>
      ) : (
        <p className="px-3 text-[0.9375rem] text-ink-soft">{words.roles[member.role]}</p>
      )}
      {member.canManage && (
        <Button look="quiet" onClick={onRemove} aria-label={says.removeLabel(who)}>
          {says.remove}
        </Button>
      )}
    </li>
  )
}
