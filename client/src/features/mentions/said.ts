/** The mentions in a message that was sent, as the server reads them (`turn/mentions/parse.py`). */

export type Said = { text: string } | { text: string; prefix: string | null; name: string }

/** The server takes so many of one message; what comes after them is plain text. */
const MOST = 8
const AT =
  /(?<![\p{L}\p{N}_@/.])@(?:([a-z]{2,12}):)?(?:"([^"\n]{1,200})"(?:~[0-9a-f]{8}(?![0-9a-f]))?|([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}))/gu

/** Only what names its kind is shown as a mention: whether anything is called `@so`, the server alone knows. */
export function readSaid(text: string, prefixes: ReadonlySet<string>): Said[] {
  const found: Said[] = []
  const seen = new Set<string>()
  let to = 0
  for (const match of text.matchAll(AT)) {
    const [whole, prefix = null, quoted, bare = ''] = match
    if (prefix === null || !prefixes.has(prefix)) continue
    const name = quoted ?? bare.replace(/[.-]+$/, '')
    const written = quoted === undefined ? whole.slice(0, whole.length - bare.length + name.length) : whole
    if (!seen.has(written) && seen.size === MOST) break
    seen.add(written)
    if (match.index > to) found.push({ text: text.slice(to, match.index) })
    found.push({ text: written, prefix, name })
    to = match.index + written.length
  }
  if (to < text.length) found.push({ text: text.slice(to) })
  return found
}
