import useSWR from 'swr'
import { auth, paths } from '../../api/endpoints'
import type { Member, Role } from '../../api/types'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Select } from '../../ui/select'
import { ROLE_NAMES, whoIs } from './offers'

interface MemberRowProps {
  member: Member
  /** The organization asks for a second factor. */
  asksFactor: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

export function MemberRow({ member, asksFactor, onRole, onRemove }: MemberRowProps) {
  const roles = member.rolesToChoose
  const who = whoIs(member)
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const wants = [
    asksFactor && member.hasSecondFactor === false && 'no second factor',
    ways?.sendsMail && member.email && !member.isEmailVerified && 'address not confirmed',
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">
          {who}
          {member.isYou && <span className="font-normal text-ink-faint"> (you)</span>}
        </p>
        <p className="truncate text-ink-faint text-sm">
          {[member.name ? member.email : null, `since ${day(member.joinedAt)}`].filter(Boolean).join(' · ')}
          {wants.length > 0 && <span className="text-amber"> · {wants.join(' · ')}</span>}
        </p>
      </div>
      {roles.length > 0 ? (
        <Select
          isBare
          label={`Role of ${who}`}
          value={member.role}
          onChange={(event) => onRole(event.target.value as Role)}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {ROLE_NAMES[role]}
            </option>
          ))}
        </Select>
      ) : (
        <p className="px-3 text-[0.9375rem] text-ink-soft">{ROLE_NAMES[member.role]}</p>
      )}
      {member.canManage && (
        <Button look="quiet" onClick={onRemove} aria-label={`Remove ${who}`}>
          Remove
        </Button>
      )}
    </li>
  )
}
