/**
 * Where a link or an image in an answer leads. A document can make a model write an address that carries
 * someone's words away; so nothing outside is ever loaded by itself, and every way out says where it goes.
 */
import { paths } from '../../../api/endpoints'

export type Destination =
  | { kind: 'outside'; href: string; host: string }
  | { kind: 'mail'; href: string; address: string }
  | { kind: 'note'; href: string }
  | { kind: 'nowhere' }

const NOWHERE: Destination = { kind: 'nowhere' }

export function destinationOf(href: string | undefined): Destination {
  if (!href) return NOWHERE
  if (/^#user-content-[\w-]+$/.test(href)) return { kind: 'note', href }
  let url: URL
  try {
    // Without a base: an address of our own house written by a model is not a link we want to offer.
    url = new URL(href)
  } catch {
    return NOWHERE
  }
  // The browser's own reading of the host: `https://bank.com@evil.example` goes to evil.example.
  if (url.protocol === 'http:' || url.protocol === 'https:') {
    return { kind: 'outside', href: url.href, host: url.host.replace(/^www\./, '') }
  }
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href, address: url.pathname }
  return NOWHERE
}

/** Only a file the person put into this house may be shown as an image. */
export function isOwnFile(src: string | undefined): src is string {
  return src?.startsWith(paths.file('')) === true && /^[\w-]+$/.test(src.slice(paths.file('').length))
}
