/** Why a provider's sign-in ended at our door, in words: the browser was sent back with `?error=…`. Pure. */
const REASONS: Record<string, string> = {
  link_required:
    'An account with this e-mail address exists. Sign in to it with its password, then link the provider in your settings. If you do not know the password, choose a new one.',
  identity_taken: 'That sign-in opens another account already, so it cannot be linked to this one.',
  access_denied: 'The provider did not sign you in. Try again, or sign in another way.',
  registration_closed: 'No new accounts are made here. Ask the person who runs this installation.',
  invite_required: 'A new account here takes an invitation. Ask the person who runs this installation.',
  setup_code_required: 'The first account takes a code: create it with an e-mail address and a password.',
  domain_not_allowed:
    'People of this e-mail domain get no account here. Ask the person who runs this installation.',
  suspended: 'This account is suspended. Ask the person who runs this installation.',
  provider_unavailable: 'The sign-in provider is not answering. Try again in a moment.',
  too_many_requests: 'That was tried too often. Wait a little, then try again.',
}

export function whySentBack(code: string | null): string | null {
  if (!code) return null
  return REASONS[code] ?? 'Signing in at the provider did not work. Begin it again.'
}
