/**
 * Passkeys as the browser has them. The server speaks the web's own JSON, in which bytes are base64url; newer browsers
 * read it themselves, and this does it for all.
 */
import type { PasskeyOptions, ShownPasskey } from '../../api/types'

/** Nobody touched the key, or it is not here: not a fault, and nothing to report. */
export class NoPasskeyShown extends Error {
  override name = 'NoPasskeyShown'
}

/** Only at a name, over HTTPS or as localhost; the server knows of the name. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function'
}

export async function makePasskey(options: PasskeyOptions): Promise<ShownPasskey> {
  const user = options.user as { id: string; name: string; displayName: string }
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge as string),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = await asked(() => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return told(made, { attestationObject: toText(response.attestationObject) })
}

export async function showPasskey(options: PasskeyOptions): Promise<ShownPasskey> {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge as string),
    allowCredentials: descriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions
  const shown = await asked(() => navigator.credentials.get({ publicKey }))
  const response = shown.response as AuthenticatorAssertionResponse
  return told(shown, {
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  })
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await ask().catch((error: unknown) => {
    if (error instanceof DOMException) throw new NoPasskeyShown(error.name)
    throw error
  })
  if (!found) throw new NoPasskeyShown()
  return found as PublicKeyCredential
}

function told(credential: PublicKeyCredential, response: Record<string, string>): ShownPasskey {
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
    response: { clientDataJSON: toText(credential.response.clientDataJSON), ...response },
  }
}

function descriptors(listed: unknown): PublicKeyCredentialDescriptor[] {
  const known = (listed ?? []) as { id: string; type: 'public-key' }[]
  return known.map((one) => ({ type: one.type, id: toBytes(one.id) }))
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

export function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
