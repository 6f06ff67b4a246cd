/** The history of an organization, in sentences. Pure. */

import { limitsInWords } from '../../api/features'
import type { OrgEvent } from '../../api/types'

const GONE = 'Somebody whose account is gone'

export function eventSentence({ actor, what, target, detail }: OrgEvent): string {
  const who = actor?.name || (actor ? 'Somebody without a name' : null)
  // Plans and seats are also changed by the installation itself.
  const by = who ?? (/^org\.(seats|plan|limits)_/.test(what) ? 'The installation' : GONE)
  const whom = target?.name || (target ? 'somebody without a name' : 'somebody whose account is gone')
  const { from, to } = detail
  switch (what) {
    case 'org.created':
      return `${by} created the organization${text(detail.name) ? ` as “${detail.name}”` : ''}.`
    case 'org.renamed':
      return `${by} renamed it from “${from}” to “${to}”.`
    case 'org.seats_changed':
      return `${by} changed the seats from ${from} to ${to}.`
    case 'org.plan_changed':
      return `${by} changed the plan from ${text(from) ?? 'none'} to ${text(to) ?? 'none'}.`
    case 'org.limits_changed':
      return `${by} changed the limits ${limitsInWords(to)}.`
    case 'org.second_factor_changed':
      if (to === null) return `${by} asks members for a second factor no more.`
      return from === null
        ? `${by} asked members for a second factor, within ${inDays(to)}.`
        : `${by} changed the days to set a second factor from ${inDays(from)} to ${inDays(to)}.`
    case 'member.joined':
      return `${by} joined as ${text(detail.role) ?? 'member'}.`
    case 'member.left':
      return detail.accountDeleted ? 'A member deleted their account.' : `${by} left.`
    case 'member.removed':
      return `${by} removed ${whom}.`
    case 'member.role_changed':
      return `${by} changed ${whom} from ${from} to ${to}.`
    case 'invite.made':
      return `${by} made an invite${text(detail.role) ? ` for ${detail.role === 'admin' ? 'an admin' : 'members'}` : ''}.`
    case 'invite.revoked':
      return `${by} revoked an invite.`
    case 'key.made':
      return `${by} made the API key “${detail.name}”.`
    case 'key.revoked':
      return `${by} revoked the API key “${detail.name}”.`
    default:
      return `${by}: ${what.replace(/[._]/g, ' ')}.`
  }
}

function inDays(days: unknown): string {
  return days === 1 ? 'one day' : `${days} days`
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null
}
