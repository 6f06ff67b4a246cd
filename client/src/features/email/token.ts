/**
 * The token of a one-time link, from the address to the moment it is used. It comes behind the `#`, is taken out of
 * the address at once, and waits in this tab, also while somebody signs in first.
 */
const PURPOSES = ['reset', 'verify', 'change', 'undo'] as const
export type Purpose = (typeof PURPOSES)[number]

const TOKEN = /^#([\w-]{43})$/
const keyOf = (purpose: Purpose) => `holdfast.link.${purpose}`
const kept = new Map<Purpose, string>()

/** On `/reset#TOKEN` and its like: keeps the token and takes it out of the address. */
export function takeTokenFromAddress(): void {
  const purpose = PURPOSES.find((one) => location.pathname === `/${one}`)
  if (purpose === undefined || location.hash.length < 2) return
  const token = TOKEN.exec(location.hash)?.[1]
  history.replaceState(history.state, '', location.pathname + location.search)
  if (token === undefined) forgetToken(purpose)
  else keepToken(purpose, token)
}

export function keepToken(purpose: Purpose, token: string): void {
  kept.set(purpose, token)
  try {
    sessionStorage.setItem(keyOf(purpose), token)
  } catch {
    // Without storage it is kept until the page is reloaded.
  }
}

export function keptToken(purpose: Purpose): string | null {
  const here = kept.get(purpose)
  if (here !== undefined) return here
  try {
    return sessionStorage.getItem(keyOf(purpose))
  } catch {
    return null
  }
}

export function forgetToken(purpose: Purpose): void {
  kept.delete(purpose)
  try {
    sessionStorage.removeItem(keyOf(purpose))
  } catch {
    // Nothing was kept.
  }
}
