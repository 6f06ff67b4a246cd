import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useWords } from '../../../language/words'
import { useCopied } from '../../../ui/copy'
import { CheckIcon, CopyIcon, ImageIcon, WrapIcon } from '../../../ui/icons'
import { uiWords } from '../../../ui/words'
import { Diagram } from './diagram'
import { markdownWords } from './words'

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
  const { copied } = useWords(uiWords)
  const says = useWords(markdownWords)
  const highlight = useHighlight()
  const [isCopied, copy] = useCopied()
  const [isWrapped, setWrapped] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const settled = useDeferredValue(code)
  const coloured = useMemo(
    () => (highlight && language ? highlight(settled, language) : settled),
    [highlight, settled, language],
  )
  return (
    <div className="code-block">
      <div className="flex flex-wrap items-center gap-x-0.5 border-line border-b py-1 pr-1.5 pl-4 text-ink-faint text-xs">
        <span className="mr-auto">{language ?? 'text'}</span>
        {language === 'mermaid' && (
          <Tool isOn={isDrawn} onClick={() => setDrawn(!isDrawn)}>
            <ImageIcon /> {isDrawn ? says.hideDiagram : says.showDiagram}
          </Tool>
        )}
        <Tool isOn={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          <WrapIcon /> {says.wrap}
        </Tool>
        <Tool onClick={() => copy(code)}>
          {isCopied ? <CheckIcon className="text-kelp" /> : <CopyIcon />}
          {isCopied ? copied : says.copyCode}
        </Tool>
      </div>
      {isDrawn && <Diagram code={settled} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keys */}
      <pre tabIndex={0} data-wrapped={isWrapped || undefined}>
        <code>{coloured}</code>
      </pre>
    </div>
  )
}

interface ToolProps {
  isOn?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ isOn, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 hover:bg-line hover:text-ink pointer-coarse:min-h-10 ${isOn ? 'text-kelp' : ''}`}
    >
      {children}
    </button>
  )
}
