/** What a program put into the address it sent the browser here with, as the server wants to read it. */
import type { AskingProgram } from '../../api/types'

export function askedIn(search: URLSearchParams): AskingProgram {
  return {
    clientId: search.get('client_id') ?? '',
    redirectUri: search.get('redirect_uri') ?? '',
    responseType: search.get('response_type') ?? '',
    codeChallenge: search.get('code_challenge') ?? '',
    codeChallengeMethod: search.get('code_challenge_method') ?? '',
    scope: search.get('scope'),
    state: search.get('state'),
    resource: search.get('resource'),
  }
}
