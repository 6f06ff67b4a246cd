import { type ReactNode, useState } from 'react'
import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { ImageIcon } from '../../../ui/icons'
import { destinationOf, isOwnFile } from './destinations'
import { markdownWords } from './words'

interface LinkProps {
  href?: string | undefined
  children?: ReactNode
}

/** Opens elsewhere, tells nobody where from, and names its host unless the text already is the address. */
export function OutsideLink({ href, children }: LinkProps) {
  const to = destinationOf(href)
  if (to.kind === 'nowhere') return <span>{children}</span>
  if (to.kind === 'note') return <a href={to.href}>{children}</a>
  if (to.kind === 'mail') {
    return (
      <a href={to.href} title={to.address}>
        {children}
      </a>
    )
  }
  const saysItself = typeof children === 'string' && stripped(children) === stripped(to.href)
  return (
    <>
      <a
        href={to.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        referrerPolicy="no-referrer"
        title={to.href}
      >
        {children}
      </a>
      {!saysItself && <span className="goes-to">{to.host}</span>}
    </>
  )
}

function stripped(address: string): string {
  return address
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '')
}

/** An outside image is never fetched. What stands here is a note of where it would have come from. */
export function OutsideImage({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  const says = useWords(markdownWords)
  const [isShowing, setShowing] = useState(false)
  if (isOwnFile(src)) return <img src={src} alt={alt ?? ''} className="max-h-96 rounded-lg" loading="lazy" />
  const to = destinationOf(src)
  return (
    <span
      data-testid="blocked-image"
      className="my-1 inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line border-dashed bg-sunk px-3 py-2 font-sans text-sm text-ink-soft not-italic"
    >
      <ImageIcon className="shrink-0" />
      <span className="min-w-0">
        {alt || says.image}{' '}
        <span className="text-ink-faint">· {says.notLoaded(to.kind === 'outside' ? to.host : null)}</span>
      </span>
      {to.kind === 'outside' && (
        <Button look="quiet" className="min-h-8! px-2! text-sm!" onClick={() => setShowing(!isShowing)}>
          {isShowing ? says.hideAddress : says.showAddress}
        </Button>
      )}
      {isShowing && to.kind === 'outside' && (
        <span className="basis-full">
          <a href={to.href} target="_blank" rel="noopener noreferrer nofollow" className="text-xs break-all">
            {to.href}
          </a>
        </span>
      )}
    </span>
  )
}
