/** How somebody signs in: the second factor, linked providers, and saying once more who one is. */
import { getJson, sendJson } from './http'
import type { Factors, LinkedIdentity, PasskeyOptions, Person, SecondStep, ShownSecret } from './types'

const seg = encodeURIComponent

export const securityPaths = {
  factors: '/api/auth/second-factor',
  identities: '/api/auth/identities',
  confirm: '/api/auth/confirm',
  step: '/api/auth/login/step',
}

/** What somebody shows: one of these. The password counts only where no second factor is set. */
export type Proof = { code: string } | { recoveryCode: string } | { password: string } | { passkey: object }

export const security = {
  /** What the sign-in that this browser began still asks for. */
  step: () => getJson<SecondStep>(securityPaths.step, { expects401: true }),
  passStep: (proof: Proof) => sendJson<Person>('POST', securityPaths.step, proof, { expects401: true }),
  waysToConfirm: () => getJson<SecondStep>(securityPaths.confirm),
  confirm: (proof: Proof) => sendJson<void>('POST', securityPaths.confirm, proof),
  /** What a passkey has to sign before a change; good once. */
  passkeyToConfirm: () =>
    sendJson<SecondStep>('POST', `${securityPaths.confirm}/passkey`).then((asked) => asked.passkeyOptions),
  passkeyToMake: () =>
    sendJson<{ options: PasskeyOptions }>('POST', `${securityPaths.factors}/passkeys/options`).then(
      (begun) => begun.options,
    ),
  addPasskey: (name: string, credential: object) =>
    sendJson<{ recoveryCodes: string[] }>('POST', `${securityPaths.factors}/passkeys`, {
      name,
      credential,
    }).then((told) => told.recoveryCodes),
  removePasskey: (id: string) => sendJson<void>('DELETE', `${securityPaths.factors}/passkeys/${seg(id)}`),
  factors: () => getJson<Factors>(securityPaths.factors),
  showSecret: () => sendJson<ShownSecret>('POST', `${securityPaths.factors}/app`),
  confirmApp: (code: string) =>
    sendJson<{ recoveryCodes: string[] }>('POST', `${securityPaths.factors}/app/confirm`, { code }).then(
      (told) => told.recoveryCodes,
    ),
  removeApp: () => sendJson<void>('DELETE', `${securityPaths.factors}/app`),
  renewRecoveryCodes: () =>
    sendJson<{ recoveryCodes: string[] }>('POST', `${securityPaths.factors}/recovery-codes`).then(
      (told) => told.recoveryCodes,
    ),
  identities: () =>
    getJson<{ identities: LinkedIdentity[] }>(securityPaths.identities).then((page) => page.identities),
  /** Answers with the provider's address; the browser goes there next. */
  link: (provider: string, returnTo: string) =>
    sendJson<{ location: string }>('POST', `/api/auth/oidc/${seg(provider)}/link`, { returnTo }).then(
      (begun) => begun.location,
    ),
  unlink: (id: string) => sendJson<void>('DELETE', `${securityPaths.identities}/${seg(id)}`),
}
