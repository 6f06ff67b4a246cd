import { expect, test } from 'vitest'
import type { OrgEvent } from '../../api/types'
import { eventSentence } from './events'

const ada = { id: 'u-1', name: 'Ada' }
const bea = { id: 'u-2', name: 'Bea' }

function event(what: string, change: Partial<OrgEvent> = {}): OrgEvent {
  return { id: 'e-1', at: '2026-11-16T08:00:00Z', actor: ada, what, target: null, detail: {}, ...change }
}

test.each<[OrgEvent, string]>([
  [event('org.created', { detail: { name: 'Harbour' } }), 'Ada created the organization as “Harbour”.'],
  [event('member.joined', { actor: bea, detail: { role: 'member' } }), 'Bea joined as a member.'],
  [
    event('member.role_changed', { target: bea, detail: { from: 'member', to: 'owner' } }),
    'Ada changed Bea from member to owner.',
  ],
  [event('member.removed', { target: bea }), 'Ada removed Bea.'],
  [event('member.removed', { target: null }), 'Ada removed somebody whose account is gone.'],
  [
    event('member.left', { actor: null, detail: { accountDeleted: true } }),
    'A member deleted their account.',
  ],
  [event('invite.made', { actor: null }), 'Somebody whose account is gone created an invite.'],
  [
    event('org.seats_changed', { actor: null, detail: { from: 10, to: 5 } }),
    'The installation changed the seats from 10 to 5.',
  ],
  [
    event('org.plan_changed', { detail: { from: null, to: 'pro' } }),
    'Ada changed the plan from none to pro.',
  ],
  [
    event('org.limits_changed', { detail: { to: { features: { chats_per_day: 500, seats: null } } } }),
    'Ada changed the limits to messages a day 500, seats of an organization no limit.',
  ],
  [event('org.limits_changed', { detail: { to: {} } }), 'Ada changed the limits back to those of the plan.'],
  [event('key.made', { detail: { name: 'Backup' } }), 'Ada created the API key “Backup”.'],
  [event('key.revoked', { actor: bea, detail: { name: 'Backup' } }), 'Bea revoked the API key “Backup”.'],
  [
    event('org.second_factor_changed', { detail: { from: null, to: 7 } }),
    'Ada asked members for a second factor, within 7 days.',
  ],
  [
    event('org.second_factor_changed', { detail: { from: 7, to: 1 } }),
    'Ada changed the days to set up a second factor from 7 days to one day.',
  ],
  [
    event('org.second_factor_changed', { detail: { from: 7, to: null } }),
    'Ada stopped asking members for a second factor.',
  ],
  [event('org.painted_blue'), 'Ada: org painted blue.'],
])('%#: a sentence for each', (given, sentence) => {
  expect(eventSentence(given)).toBe(sentence)
})
