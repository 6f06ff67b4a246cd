/**
 * The code of an invitation, from the link to the moment it is used. It comes behind the `#`, which no server ever
 * sees; it is taken out of the address at once, so that neither the history of the browser nor a shared screen keeps
 * it, and waits in this tab only while somebody signs in.
 */
const KEY = 'holdfast.invite'
const LONGEST = 40

let kept: string | null = null

/** From a whole link, the part behind the `#`, or what somebody typed: what may be a code, or null. */
export function readCode(given: string): string | null {
  const text = given.trim()
  const behind = text.includes('#') ? text.slice(text.lastIndexOf('#') + 1) : text
  let code: string
  try {
    code = decodeURIComponent(behind).trim()
  } catch {
    return null
  }
  // Letters, digits, and what people put between them. Whether it opens anything is for the server to say.
  return code.length <= LONGEST && /^[\p{L}\p{N}][\p{L}\p{N}\s-]*$/u.test(code) ? code : null
}

/** False when there is no code in it. */
export function keepCode(given: string): boolean {
  const code = readCode(given)
  if (code === null) return false
  kept = code
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Without storage it is kept until the page is reloaded.
  }
  return true
}

/** On `/join#CODE` and `/register#CODE`: keeps the code and takes it out of the address. */
export function takeFromAddress(): void {
  const isOurs = location.pathname === '/join' || location.pathname === '/register'
  if (!isOurs || location.hash.length < 2) return
  keepCode(location.hash)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export function keptCode(): string | null {
  if (kept !== null) return kept
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function forgetCode(): void {
  kept = null
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
