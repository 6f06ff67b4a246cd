import type { Member, Role } from '../../api/types'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Select } from '../../ui/select'
import { type Offers, ROLE_NAMES, rolesToChoose, whoIs } from './offers'

interface MemberRowProps {
  member: Member
  offers: Offers
  onRole: (role: Role) => void
  onRemove: () => void
}

export function MemberRow({ member, offers, onRole, onRemove }: MemberRowProps) {
  const roles = rolesToChoose(offers, member)
  const who = whoIs(member)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">
          {who}
          {member.isYou && <span className="font-normal text-ink-faint"> (you)</span>}
        </p>
        <p className="truncate text-ink-faint text-sm">
          {[member.name ? member.email : null, `since ${day(member.joinedAt)}`].filter(Boolean).join(' · ')}
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
