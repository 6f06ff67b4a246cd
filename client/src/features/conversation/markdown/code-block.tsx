import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useCopied } from '../../../ui/copy'
import { CheckIcon, CopyIcon } from '../../../ui/icons'

type Highlight = (code: string, language: string) => ReactNode

let loaded: Highlight | null = null

function useHighlight(): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded)
  useEffect(() => {
    if (loaded) return
    let isGone = false
    import('./highlight').then(
      (module) => {
        loaded = module.highlight
        if (!isGone) setHighlight(() => module.highlight)
      },
      () => {}, // Plain code is still code.
    )
    return () => {
      isGone = true
    }
  }, [])
  return highlight
}

export function CodeBlock({ code, language }: { code: string; language: string | null }) {
  const highlight = useHighlight()
  const [isCopied, copy] = useCopied()
  const settled = useDeferredValue(code)
  const coloured = useMemo(
    () => (highlight && language ? highlight(settled, language) : settled),
    [highlight, settled, language],
  )
  return (
    <div className="code-block">
      <div className="flex items-center justify-between border-line border-b py-1 pr-1.5 pl-4 text-ink-faint text-xs">
        <span>{language ?? 'text'}</span>
        <button
          type="button"
          onClick={() => copy(code)}
          className="inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 hover:bg-line hover:text-ink"
        >
          {isCopied ? <CheckIcon className="text-kelp" /> : <CopyIcon />}
          {isCopied ? 'Copied' : 'Copy code'}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keys */}
      <pre tabIndex={0}>
        <code>{coloured}</code>
      </pre>
    </div>
  )
}
