/** The history of an organization, in sentences. */
import type { OrgEvent } from '../../api/types'
import { wordsNow } from '../../language/words'
import { limitsInWords } from '../usage/amounts'
import { organizationWords } from './words'

export function eventSentence({ actor, what, target, detail }: OrgEvent): string {
  const words = wordsNow(organizationWords)
  const says = words.history
  const who = actor?.name || (actor ? says.somebody : null)
  // Plans and seats are also changed by the installation itself.
  const by = who ?? (/^org\.(seats|plan|limits)_/.test(what) ? says.installation : says.gone)
  const whom = target?.name || (target ? says.whomSomebody : says.whomGone)
  const { from, to } = detail
  const role = (name: unknown) => (isRole(name) ? words.roles[name] : String(name))
  switch (what) {
    case 'org.created':
      return says.created(by, text(detail.name))
    case 'org.renamed':
      return says.renamed(by, String(from), String(to))
    case 'org.seats_changed':
      return says.seats(by, String(from), String(to))
    case 'org.plan_changed':
      return says.plan(by, text(from) ?? says.none, text(to) ?? says.none)
    case 'org.limits_changed':
      return says.limits(by, limitsInWords(to))
    case 'org.second_factor_changed':
      if (to === null) return says.factorEnded(by)
      return from === null
        ? says.factorAsked(by, words.days(Number(to)))
        : says.factorChanged(by, words.days(Number(from)), words.days(Number(to)))
    case 'member.joined':
      return says.joined[isRole(detail.role) ? detail.role : 'member'](by)
    case 'member.left':
      return detail.accountDeleted ? says.accountDeleted : says.left(by)
    case 'member.removed':
      return says.removed(by, whom)
    case 'member.role_changed':
      return says.roleChanged(by, whom, role(from), role(to))
    case 'invite.made':
      return text(detail.role)
        ? says.inviteMadeFor[detail.role === 'admin' ? 'admin' : 'member'](by)
        : says.inviteMade(by)
    case 'invite.revoked':
      return says.inviteRevoked(by)
    case 'key.made':
      return says.keyMade(by, String(detail.name))
    case 'key.revoked':
      return says.keyRevoked(by, String(detail.name))
    default:
      return says.other(by, what.replace(/[._]/g, ' '))
  }
}

function isRole(name: unknown): name is 'owner' | 'admin' | 'member' {
  return name === 'owner' || name === 'admin' || name === 'member'
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null
}
