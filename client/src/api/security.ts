/** How somebody signs in: the second factor, linked providers, and saying once more who one is. */
import { get, post, remove } from './request'
import type { Proof, ShownPasskey } from './types'

export const securityPaths = {
  factors: '/api/auth/second-factor',
  identities: '/api/auth/identities',
  confirm: '/api/auth/confirm',
  step: '/api/auth/login/step',
} as const

export const security = {
  /** What the sign-in that this browser began still asks for. */
  step: () => get(securityPaths.step, { expects401: true }),
  passStep: ({ code, recoveryCode, passkey }: Proof) =>
    post(securityPaths.step, { body: { code, recoveryCode, passkey }, expects401: true }),
  waysToConfirm: () => get(securityPaths.confirm),
  confirm: (proof: Proof) => post(securityPaths.confirm, { body: proof }),
  /** What a passkey has to sign before a change; good once. */
  passkeyToConfirm: () => post('/api/auth/confirm/passkey').then((asked) => asked.passkeyOptions),
  passkeyToMake: () => post('/api/auth/second-factor/passkeys/options').then((begun) => begun.options),
  addPasskey: (name: string, credential: ShownPasskey) =>
    post('/api/auth/second-factor/passkeys', { body: { name, credential } }).then(
      (told) => told.recoveryCodes,
    ),
  removePasskey: (id: string) =>
    remove('/api/auth/second-factor/passkeys/{passkey_id}', { path: { passkey_id: id } }),
  factors: () => get(securityPaths.factors),
  showSecret: () => post('/api/auth/second-factor/app'),
  confirmApp: (code: string) =>
    post('/api/auth/second-factor/app/confirm', { body: { code } }).then((told) => told.recoveryCodes),
  removeApp: () => remove('/api/auth/second-factor/app'),
  renewRecoveryCodes: () => post('/api/auth/second-factor/recovery-codes').then((told) => told.recoveryCodes),
  identities: () => get(securityPaths.identities).then((page) => page.identities),
  /** Answers with the provider's address; the browser goes there next. */
  link: (provider: string, returnTo: string) =>
    post('/api/auth/oidc/{provider}/link', { path: { provider }, body: { returnTo } }).then(
      (begun) => begun.location,
    ),
  unlink: (id: string) => remove('/api/auth/identities/{identity_id}', { path: { identity_id: id } }),
}
