import { useState } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../api/endpoints'
import { IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { CloseIcon } from '../../ui/icons'

const SEEN = 'holdfast.demo-banner'

const WAYS = [
  {
    title: 'A model on this machine (Ollama, LM Studio, vLLM, llama.cpp)',
    lines: 'HOLDFAST_MODEL_BASE_URL=http://127.0.0.1:11434/v1\nHOLDFAST_MODEL_NAME=llama3.1',
  },
  {
    title: 'OpenRouter, OpenAI or Anthropic',
    lines: 'OPENROUTER_API_KEY=…   # or OPENAI_API_KEY, ANTHROPIC_API_KEY',
  },
]

/** Says plainly that the bundled model is a toy, and how to plug in a real one. Closing it leaves one quiet line. */
export function DemoBanner({ isAdmin }: { isAdmin: boolean }) {
  const { data: info } = useSWR(paths.info, about.info)
  const [isQuiet, setQuiet] = useState(() => readSeen())
  if (!info?.model.isDemo) return null
  if (isQuiet) {
    return (
      <button
        type="button"
        onClick={() => [writeSeen(false), setQuiet(false)]}
        className="shrink-0 border-line border-b bg-paper px-4 py-1 text-center text-amber text-xs hover:bg-amber-wash"
      >
        Demo model
      </button>
    )
  }
  return (
    <section
      aria-label="Demo model"
      data-testid="demo-banner"
      className="shrink-0 border-amber/25 border-b bg-amber-wash px-4 text-sm sm:pr-3 sm:pl-8"
    >
      <div className="flex items-start gap-2">
        <details className="min-w-0 flex-1 py-2">
          <summary className="list-none text-pretty [&::-webkit-details-marker]:hidden">
            <span className="font-semibold">Demo model.</span>{' '}
            <span className="max-sm:hidden">It needs no key and knows very little.</span>{' '}
            <span className="font-medium text-amber underline underline-offset-4">Plug in a real one</span>
          </summary>
          {!isAdmin && (
            <p className="mt-2 max-w-prose pb-1 text-ink-soft">
              Ask whoever runs this installation: an admin plugs in a model of this machine or of a provider
              in a minute, and everything said so far stays.
            </p>
          )}
          <div hidden={!isAdmin} className="mt-3 grid max-w-3xl gap-3 pb-2 md:grid-cols-2">
            {WAYS.map((way) => (
              <div key={way.title} className="min-w-0">
                <p className="mb-1.5 text-sm">{way.title}</p>
                <div className="flex items-start rounded-lg border border-line bg-raised">
                  <pre className="min-w-0 flex-1 overflow-x-auto px-3 py-2 font-mono text-xs leading-relaxed">
                    {way.lines}
                  </pre>
                  <CopyButton text={way.lines} label="Copy these lines" />
                </div>
              </div>
            ))}
            <p className="text-ink-soft text-sm md:col-span-2">
              Put the lines into the environment of the server, or into{' '}
              <code className="font-mono text-xs">holdfast.toml</code>, and restart it. Everything said so far
              stays.
            </p>
          </div>
        </details>
        <IconButton label="Hide this" onClick={() => [writeSeen(true), setQuiet(true)]}>
          <CloseIcon />
        </IconButton>
      </div>
    </section>
  )
}

function readSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) === 'quiet'
  } catch {
    return false
  }
}

function writeSeen(isSeen: boolean): void {
  try {
    if (isSeen) localStorage.setItem(SEEN, 'quiet')
    else localStorage.removeItem(SEEN)
  } catch {
    // It will be shown again next time; no harm.
  }
}
