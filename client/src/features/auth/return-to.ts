/** After signing in, people go back to where they were: always a path of this house, whatever the address says. */
export function safeReturnTo(value: string | null | undefined, origin: string = location.origin): string {
  if (!value?.startsWith('/') || value.startsWith('//') || value.includes('\\')) return '/'
  try {
    const url = new URL(value, origin)
    if (url.origin !== origin || url.pathname.startsWith('/api/')) return '/'
    if (url.pathname === '/login' || url.pathname === '/register') return '/'
    return url.pathname + url.search + url.hash
  } catch {
    return '/'
  }
}

export function loginPath(from: string): string {
  const returnTo = safeReturnTo(from)
  return returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ returnTo })}`
}

export function readReturnTo(): string {
  return safeReturnTo(new URLSearchParams(location.search).get('returnTo'))
}
