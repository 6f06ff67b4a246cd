import type { ReactNode } from 'react'
import { plural } from '../../language/formats'
import { defineWords, type TranslationOf } from '../../language/words'

export const joinWords = defineWords('join', {
  page: 'Invitation',
  invited: 'You are invited',
  somebodyAsks: 'Somebody asks you to join their organization here.',
  signInFirst: 'Sign in or create an account to see who it is. The invitation waits for you in this tab.',
  signIn: 'Sign in',
  register: 'Create an account',
  byCode: 'Join an organization',
  byCodeLead: 'With the code or the link somebody gave you.',
  code: 'Invitation code',
  oddCode: 'A code has ten letters and digits.',
  look: 'Look at the invitation',
  looking: 'Looking at the invitation…',
  notNow: 'Not now',
  failed: 'This did not work',
  unseen: 'The invitation could not be looked at.',
  dead: 'This invitation does not work, or not any more: it may be mistyped, used up, revoked or older than seven days. Ask for a new one.',
  another: 'Try another code',
  toChats: 'Go to your chats',
  join: (organization: string) => `Join ${organization}`,
  joined: (organization: string) => `You are in ${organization} now.`,
  asAdmin: (who: string | null) => `${who ?? 'Somebody'} invites you as an admin.`,
  asMember: (who: string | null) => `${who ?? 'Somebody'} invites you as a member.`,
  itsPlan: 'Its plan, if it has one, holds for you while you are in it.',
  itsMembers: (address: string) => `Its members see your name and e-mail address (${address}).`,
  secondFactor: (days: number) =>
    days === 0
      ? 'It asks its members for a second factor. Without one, nothing of it is open to you.'
      : `It asks its members for a second factor. ${plural(days, { one: 'You have one day to set one.', other: 'You have # days to set one.' })}`,
  yours: 'Nobody sees your chats, memory or files. They stay yours, also when you leave.',
  inAnother: (organization: string, leave: (text: string) => ReactNode) => (
    <>
      You are in {organization} already, and one can be in one organization at a time.{' '}
      {leave('Leave it first')}, then open the invitation again.
    </>
  ),
  noSeat: (who: string | null) => `Every seat is taken at the moment. Ask ${who ?? 'an owner'} to make room.`,
  until: (moment: string) => `The invitation holds until ${moment}.`,
  no: 'No, thank you',
  sendAgain: 'Send it again',
  confirmFirst: (email: ReactNode) => (
    <>Confirm your address first: open the link in the mail to {email}, and come back here.</>
  ),
})

export type JoinWords = TranslationOf<typeof joinWords>
