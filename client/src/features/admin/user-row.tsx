import type { UserEntry } from '../../api/types'
import { useWords } from '../../language/words'
import { day } from '../../ui/dates'
import { MoreIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { changedWords } from './limits'
import { nameOf, type UserDeed } from './users'
import { type AdminWords, adminWords } from './words'

interface UserRowProps {
  user: UserEntry
  isMe: boolean
  /** No mail is sent here: who lost their password is handed a link. */
  mayHandOn: boolean
  onDeed: (deed: UserDeed) => void
}

export function UserRow({ user, isMe, mayHandOn, onDeed }: UserRowProps) {
  const says = useWords(adminWords).users
  const who = nameOf(user)
  const changed = changedWords(user.limits)
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="truncate font-medium">{who}</span>
          {isMe && <span className="text-ink-faint text-sm">{says.you}</span>}
          {user.isAdmin && <Tag>{says.admin}</Tag>}
          {user.suspendedAt && <Tag isBad>{says.suspendedSince(day(user.suspendedAt))}</Tag>}
        </p>
        <p className="text-ink-faint text-sm">
          {[
            user.name ? user.email : null,
            user.organization
              ? says.roleIn(says.roles[user.organization.role], user.organization.name)
              : null,
            user.lastSeenAt ? says.lastSeen(day(user.lastSeenAt)) : says.since(day(user.createdAt)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="text-right text-ink-soft text-sm" data-testid="user-plan">
        {planWords(user, says)}
        {changed && <span className="block text-ink-faint text-xs">{changed}</span>}
      </p>
      <Menu
        label={says.change(who)}
        trigger={<MoreIcon />}
        triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-10"
      >
        {(close) => (
          <>
            <MenuItem onSelect={() => [close(), onDeed('plan')]}>{says.plan}</MenuItem>
            {!isMe && mayHandOn && user.email && !user.suspendedAt && (
              <MenuItem onSelect={() => [close(), onDeed('reset')]}>{says.resetLink}</MenuItem>
            )}
            {!isMe && (
              <>
                <MenuItem onSelect={() => [close(), onDeed(user.isAdmin ? 'dismiss' : 'appoint')]}>
                  {user.isAdmin ? says.dismiss : says.appoint}
                </MenuItem>
                <MenuItem onSelect={() => [close(), onDeed(user.suspendedAt ? 'unsuspend' : 'suspend')]}>
                  {user.suspendedAt ? says.unsuspend : says.suspend}
                </MenuItem>
                <MenuItem onSelect={() => [close(), onDeed('remove-second-factor')]}>
                  {says.removeFactor}
                </MenuItem>
              </>
            )}
          </>
        )}
      </Menu>
    </li>
  )
}

function planWords(user: UserEntry, says: AdminWords['users']): string {
  if (user.organization?.plan) return says.planBy(user.organization.plan, user.organization.name)
  return user.plan ?? says.standardPlan
}

function Tag({ children, isBad = false }: { children: React.ReactNode; isBad?: boolean }) {
  return (
    <span
      className={`rounded-md px-1.5 py-0.5 text-xs ${isBad ? 'bg-rust-wash text-rust' : 'bg-kelp-wash text-kelp-deep'}`}
    >
      {children}
    </span>
  )
}
