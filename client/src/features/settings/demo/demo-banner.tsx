import { useState } from 'react'
import useSWR from 'swr'
import { about, paths } from '../../../api/endpoints'
import { useWords } from '../../../language/words'
import { IconButton } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy'
import { CloseIcon } from '../../../ui/icons'
import { demoWords } from './words'

const SEEN = 'holdfast.demo-banner'

const WAYS = [
  {
    title: 'local',
    lines: 'HOLDFAST_MODEL_BASE_URL=http://127.0.0.1:11434/v1\nHOLDFAST_MODEL_NAME=llama3.1',
  },
  {
    title: 'hosted',
    lines: 'OPENROUTER_API_KEY=…   # or OPENAI_API_KEY, ANTHROPIC_API_KEY',
  },
] as const

/** Says plainly that the bundled model is a toy, and how to plug in a real one. Closing it leaves one quiet line. */
export function DemoBanner({ isAdmin }: { isAdmin: boolean }) {
  const says = useWords(demoWords)
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
        {says.title}
      </button>
    )
  }
  return (
    <section
      aria-label={says.title}
      data-testid="demo-banner"
      className="shrink-0 border-amber/25 border-b bg-amber-wash px-4 text-sm sm:pr-3 sm:pl-8"
    >
      <div className="flex items-start gap-2">
        <details className="min-w-0 flex-1 py-2">
          <summary className="list-none text-pretty [&::-webkit-details-marker]:hidden">
            <span className="font-semibold">{says.stop}</span>{' '}
            <span className="max-sm:hidden">{says.about}</span>{' '}
            <span className="font-medium text-amber underline underline-offset-4">{says.plugIn}</span>
          </summary>
          {!isAdmin && <p className="mt-2 max-w-prose pb-1 text-ink-soft">{says.askAdmin}</p>}
          <div hidden={!isAdmin} className="mt-3 grid max-w-3xl gap-3 pb-2 md:grid-cols-2">
            {WAYS.map((way) => (
              <div key={way.title} className="min-w-0">
                <p className="mb-1.5 text-sm">{says[way.title]}</p>
                <div className="flex items-start rounded-lg border border-line bg-raised">
                  <pre className="min-w-0 flex-1 overflow-x-auto px-3 py-2 font-mono text-xs leading-relaxed">
                    {way.lines}
                  </pre>
                  <CopyButton text={way.lines} label={says.copy} />
                </div>
              </div>
            ))}
            <p className="text-ink-soft text-sm md:col-span-2">
              {says.where((name) => (
                <code className="font-mono text-xs">{name}</code>
              ))}
            </p>
          </div>
        </details>
        <IconButton label={says.hide} onClick={() => [writeSeen(true), setQuiet(true)]}>
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
