import { defineWords, type TranslationOf } from '../../language/words'

export const authWords = defineWords('auth', {
  signInTitle: 'Sign in',
  welcome: 'Welcome back',
  create: 'Create your account',
  lead: 'An assistant that remembers, and shows why it answers as it does.',
  first: 'Make this place yours',
  firstLead: 'No one lives here yet. The first account looks after this installation.',
  second: 'One more step',
  secondLead: 'This account asks for a second factor.',
  mismatch: 'That email and password don’t match. Check both and try again.',
  closed:
    'Registration is closed, so no new accounts can be made. Ask the person who runs this installation.',
  name: 'Name',
  nameHint: 'What the assistant should call you. Optional.',
  email: 'Email',
  password: 'Password',
  passwordHint: (atLeast: number) => `At least ${atLeast} characters. A short sentence works well.`,
  forgot: 'Forgot your password?',
  createAccount: 'Create account',
  signIn: 'Sign in',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  haveAccount: 'Already have an account?',
  newHere: 'New here?',
  toSignIn: 'Go to sign-in',
  toRegister: 'Create an account',
  setupCode: 'Code',
  inviteCode: 'Invitation code',
  setupCodeHint:
    'It was printed when Holdfast was started. On that machine, `holdfast admin code` shows it again.',
  inviteCodeHint: 'From the link or the email that invited you.',
  stillHere: (why: string) => `You are still signed in. ${why}`,
  sentBack: {
    link_required:
      'There is already an account with this email address. Sign in with its password, then link the provider in your settings. If you don’t know the password, choose a new one.',
    identity_taken: 'That sign-in already opens another account, so it can’t be linked to this one.',
    access_denied: 'The provider did not sign you in. Try again, or sign in another way.',
    registration_closed: 'No new accounts can be made here. Ask the person who runs this installation.',
    invite_required:
      'You need an invitation to get an account here. Ask the person who runs this installation.',
    setup_code_required: 'The first account needs a code: create it with an email address and a password.',
    domain_not_allowed: 'This installation does not take your email domain. Ask the person who runs it.',
    suspended: 'This account is suspended. Ask the person who runs this installation.',
    provider_unavailable: 'The sign-in provider is not answering. Try again in a moment.',
    too_many_requests: 'That was tried too often. Wait a little, then try again.',
    other: 'Signing in with the provider did not work. Start it again.',
  },
})

export type AuthWords = TranslationOf<typeof authWords>
