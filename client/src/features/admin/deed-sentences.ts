/** What was changed in the installation, in sentences. Pure. */
import type { AdminEvent } from '../../api/types'
import { wordsNow } from '../../language/words'
import { limitsInWords } from '../usage/amounts'
import { kindName } from './spans'
import { adminWords } from './words'

export function deedSentence({ actor, what, target, organization, detail }: AdminEvent): string {
  const { history: says, none } = wordsNow(adminWords)
  const by = actor ? actor.name || says.anAdmin : says.theInstallation
  const whom = target ? target.name || says.nameless : says.gone
  const which = organization?.name ?? says.goneOrganization
  const from = String(detail.from ?? none)
  const to = String(detail.to ?? none)
  const kind = () => kindName(String(detail.kind)).toLowerCase()
  switch (what) {
    case 'user.suspended':
      return says.suspended(by, whom)
    case 'user.unsuspended':
      return says.unsuspended(by, whom)
    case 'admin.appointed':
      return says.appointed(by, whom)
    case 'admin.dismissed':
      return says.dismissed(by, whom)
    case 'user.reset_link_made':
      return says.resetLink(actor ? by : says.theOperator, whom)
    case 'user.second_factor_removed':
      return says.factorRemoved(by, whom)
    case 'user.plan_changed':
      return says.plan(by, whom, from, to)
    case 'user.limits_changed':
      return says.limits(by, whom, limitsInWords(detail.to))
    case 'org.plan_changed':
      return says.plan(by, which, from, to)
    case 'org.limits_changed':
      return says.limits(by, which, limitsInWords(detail.to))
    case 'org.seats_changed':
      return says.seats(by, which, from, to)
    case 'org.owner_appointed':
      return says.ownerAppointed(by, whom, which)
    case 'invite.made':
      return says.inviteMade(by, Number(detail.uses))
    case 'invite.revoked':
      return says.inviteRevoked(by)
    case 'prompt_settings.changed':
      return says.promptsChanged(by, Number(detail.version))
    case 'dead_letter.retried':
      return says.letterRetried(by, kind())
    case 'dead_letter.dropped':
      return says.letterDropped(by, kind())
    default:
      return says.other(by, what.replace(/[._]/g, ' '))
  }
}
