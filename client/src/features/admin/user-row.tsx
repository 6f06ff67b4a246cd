import type { UserEntry } from '../../api/types'
import { day } from '../../ui/dates'
import { MoreIcon } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import { changedWords } from './limits'
import { nameOf, type UserDeed } from './users'

interface UserRowProps {
  user: UserEntry
  isMe: boolean
  /** No mail is sent here: who lost their password is handed a link. */
  mayHandOn: boolean
  onDeed: (deed: UserDeed) => void
}

export function UserRow({ user, isMe, mayHandOn, onDeed }: UserRowProps) {
  const who = nameOf(user)
  const changed = changedWords(user.limits)
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="truncate font-medium">{who}</span>
          {isMe && <span className="text-ink-faint text-sm">you</span>}
          {user.isAdmin && <Tag>admin</Tag>}
          {user.suspendedAt && <Tag isBad>suspended since {day(user.suspendedAt)}</Tag>}
        </p>
        <p className="text-ink-faint text-sm">
          {[
            user.name ? user.email : null,
            user.organization ? `${user.organization.role} of ${user.organization.name}` : null,
            user.lastSeenAt ? `last seen ${day(user.lastSeenAt)}` : `since ${day(user.createdAt)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="text-right text-ink-soft text-sm" data-testid="user-plan">
        {planWords(user)}
        {changed && <span className="block text-ink-faint text-xs">{changed}</span>}
      </p>
      <Menu
        label={`Change ${who}`}
        trigger={<MoreIcon />}
        triggerClass="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-10"
      >
        {(close) => (
          <>
            <MenuItem onSelect={() => [close(), onDeed('plan')]}>Plan and limits</MenuItem>
            {!isMe && mayHandOn && user.email && !user.suspendedAt && (
              <MenuItem onSelect={() => [close(), onDeed('reset')]}>New password by link</MenuItem>
            )}
            {!isMe && (
              <>
                <MenuItem onSelect={() => [close(), onDeed(user.isAdmin ? 'dismiss' : 'appoint')]}>
                  {user.isAdmin ? 'Take admin rights' : 'Make admin'}
                </MenuItem>
                <MenuItem onSelect={() => [close(), onDeed(user.suspendedAt ? 'unsuspend' : 'suspend')]}>
                  {user.suspendedAt ? 'Let back in' : 'Suspend'}
                </MenuItem>
                <MenuItem onSelect={() => [close(), onDeed('remove-second-factor')]}>
                  Remove second factor
                </MenuItem>
              </>
            )}
          </>
        )}
      </Menu>
    </li>
  )
}

function planWords(user: UserEntry): string {
  if (user.organization?.plan) return `${user.organization.plan}, by ${user.organization.name}`
  return user.plan ?? 'the installation’s plan'
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
