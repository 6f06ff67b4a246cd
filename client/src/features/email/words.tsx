import type { ReactNode } from 'react'
import { defineWords, type TranslationOf } from '../../language/words'

export const emailWords = defineWords('email', {
  email: 'Email',
  oneMoment: 'One moment…',
  deadLink: 'This link no longer works',
  toSettings: 'Go to your settings',
  toChats: 'Go to your chats',
  toSignIn: 'Back to sign-in',
  newPassword: 'New password',
  passwordHint: (atLeast: number) => `At least ${atLeast} characters. A short sentence works well.`,
  part: {
    title: 'Email address',
    lead: 'You sign in with it, and can get back in with it if you lose your password.',
    verified: 'Confirmed',
    waiting: 'Not confirmed yet',
    unverified: 'Not confirmed',
    waitingAbout:
      'Until you have opened the link in the email, the address does not count: you cannot join an organization with it, and nobody is written to in your name.',
    none: 'None',
    sendAgain: 'Send the link again',
    confirm: 'Confirm it',
    noMail: 'This installation sends no email, so an address can be neither confirmed nor changed.',
  },
  change: {
    button: 'Change address',
    address: 'New address',
    hint: 'A link goes there first. The old address is told once it is done, and can undo it for a week.',
    send: 'Send a link to it',
    pending: (email: ReactNode, until: string) => (
      <>
        A link was sent to {email}. Open it in a browser where you are signed in, before {until}. Until then
        nothing changes.
      </>
    ),
    keep: 'Keep the old one',
    kept: 'The address stays as it is.',
    title: 'Your new address',
    done: 'Your address has changed',
    doneLead: (email: string) => `From now on you sign in with ${email}.`,
    doneAbout:
      'If your old address was confirmed, it has been told, and can take the account back for seven days.',
    failed: 'Your address has not changed',
    failedLead: 'This did not work.',
    taken: 'Another account has this address by now. Sign in to that one, or choose another address.',
    deadLead:
      'It was already used, is older than a day, was replaced by a newer one, or belongs to another account.',
    deadAbout: 'Nothing has changed. You can ask for a new one in your settings.',
  },
  forgot: {
    title: 'Forgot your password?',
    lead: 'It happens. Choose a new one, and everything else stays as it was.',
    sent: 'Check your email',
    sentLead: 'A link to choose a new password is on its way.',
    sentAbout: (email: ReactNode) => (
      <>
        If there is an account for {email}, an email arrives within a few minutes. Check your spam folder too.
        The link works once, for an hour.
      </>
    ),
    another: 'Use another address',
    noMail:
      'This installation sends no email. Ask the person who runs it: they can make you a link to choose a new password.',
    hint: 'The one you sign in with.',
    send: 'Send me a link',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'You will be signed out everywhere, and sign in again with the new one.',
    done: 'Your new password is set. Sign in with it.',
    deadLead: 'Each link works once, and only for a while.',
    deadAbout: (link: (text: string) => ReactNode) => (
      <>{link('Ask for a new one')}, and open it in this browser.</>
    ),
    revoke: 'Revoke my API keys too. Do this if somebody else may have been in your account.',
    set: 'Set new password',
  },
  undo: {
    title: 'Take your account back',
    lead: (email: string) => `Its address will be ${email} again.`,
    unseen: 'The link could not be checked.',
    done: (email: string) => `The account has the address ${email} again. Sign in with it.`,
    deadLead: 'It works once, for seven days after the change.',
    deadAbout: 'If somebody else has your account, tell the person who runs this installation.',
    signedOut: 'Every browser is signed out, and every API key is revoked.',
    unlinked: 'Providers that were linked since the day before the change are unlinked.',
    stays: 'A second factor that is set stays set. Chats, memory and files are not touched.',
    passwordHint: (atLeast: number) =>
      `Whoever changed the address may know the old one. At least ${atLeast} characters.`,
    button: 'Take it back',
  },
  verify: {
    title: 'Confirm your address',
    failed: 'This did not work yet.',
    done: 'Your address is confirmed',
    doneLead: (email: string) => `${email} is yours, and counts from now on.`,
    deadLead: 'It was already used, is older than three days, or belongs to another account or address.',
    signedInAs: (who: ReactNode) => <>You are signed in as {who}.</>,
    sendNew: 'Send a new link',
  },
})

export type EmailWords = TranslationOf<typeof emailWords>
