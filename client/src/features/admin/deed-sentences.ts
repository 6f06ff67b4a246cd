/** What was changed in the installation, in sentences. Pure. */
import { limitsInWords } from '../../api/features'
import type { AdminEvent } from '../../api/types'
import { kindName } from './spans'

export function deedSentence({ actor, what, target, organization, detail }: AdminEvent): string {
  const by = actor ? actor.name || 'An admin without a name' : 'The installation'
  const whom = target ? target.name || 'somebody without a name' : 'somebody whose account is gone'
  const which = organization?.name ?? 'an organization that is gone'
  const change = `from ${detail.from ?? 'none'} to ${detail.to ?? 'none'}`
  switch (what) {
    case 'user.suspended':
      return `${by} suspended ${whom}.`
    case 'user.unsuspended':
      return `${by} let ${whom} back in.`
    case 'admin.appointed':
      return `${by} made ${whom} an admin.`
    case 'admin.dismissed':
      return `${by} took admin rights from ${whom}.`
    case 'user.reset_link_made':
      return `${actor ? by : 'The operator'} made a link by which ${whom} can choose a new password.`
    case 'user.second_factor_removed':
      return `${by} removed the second factor of ${whom}.`
    case 'user.plan_changed':
      return `${by} changed the plan of ${whom} ${change}.`
    case 'user.limits_changed':
      return `${by} changed the limits of ${whom} ${limitsInWords(detail.to)}.`
    case 'org.plan_changed':
      return `${by} changed the plan of ${which} ${change}.`
    case 'org.limits_changed':
      return `${by} changed the limits of ${which} ${limitsInWords(detail.to)}.`
    case 'org.seats_changed':
      return `${by} changed the seats of ${which} ${change}.`
    case 'org.owner_appointed':
      return `${by} made ${whom} an owner of ${which}.`
    case 'invite.made':
      return `${by} made an invite for ${detail.uses === 1 ? 'one person' : `${detail.uses} people`}.`
    case 'invite.revoked':
      return `${by} revoked an invite.`
    case 'prompt_settings.changed':
      return `${by} saved version ${detail.version} of the prompt settings.`
    case 'dead_letter.retried':
      return `${by} had ${kindName(String(detail.kind)).toLowerCase()} tried again.`
    case 'dead_letter.dropped':
      return `${by} gave up ${kindName(String(detail.kind)).toLowerCase()}.`
    default:
      return `${by}: ${what.replace(/[._]/g, ' ')}.`
  }
}
