import type { BlockDifference, Replay } from '../../../api/types'
import { useWords } from '../../../language/words'
import { tokens } from '../figures'
import { blockName } from '../names'
import { type Change, markLines, summarizeChanges } from './compare'
import { Missing } from './sections'
import { engineerWords } from './words'

/** Colour is never alone: each kind of change has its own mark. */
const MARKS: Record<Change, string> = { added: '+', removed: '−', changed: '≠', same: '=' }
const INK: Record<Change, string> = {
  added: 'text-kelp',
  removed: 'text-rust',
  changed: 'text-amber',
  same: 'text-ink-faint',
}

export function Difference({ replay, asksModel }: { replay: Replay; asksModel: boolean }) {
  const says = useWords(engineerWords).replay
  const { difference } = replay
  const changed = difference.filter((one) => one.change !== 'same')
  const same = difference.filter((one) => one.change === 'same')
  return (
    <div data-testid="replay-difference" className="@container mt-5 flex flex-col gap-5">
      <Missing missing={replay.missing} />
      <div>
        <p className="text-[0.9375rem]">{summarizeChanges(difference)}</p>
        {changed.length > 0 && (
          <ol className="mt-2 border-line border-t">
            {changed.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a comparison never changes
              <ChangedBlock key={at} one={one} />
            ))}
          </ol>
        )}
        {changed.length > 0 && same.length > 0 && (
          <p className="mt-2 text-ink-faint text-sm">
            {says.theSame([...new Set(same.map((one) => blockName(one.kind)))])}
          </p>
        )}
      </div>
      {asksModel ? <Answers replay={replay} /> : <p className="text-ink-faint text-sm">{says.onlyPrompts}</p>}
    </div>
  )
}

function ChangedBlock({ one }: { one: BlockDifference }) {
  const says = useWords(engineerWords).replay
  const { kind, change, then, replayed } = one
  return (
    <li data-testid="replay-block" data-change={change} className="border-line border-b">
      <details className="text-sm" open={change === 'changed'}>
        <summary className="flex items-baseline gap-2.5 py-2.5 hover:text-kelp-deep [&::-webkit-details-marker]:hidden">
          <span aria-hidden="true" className={`w-3 text-center font-mono ${INK[change]}`}>
            {MARKS[change]}
          </span>
          <span className="min-w-0 flex-1 truncate font-medium text-[0.9375rem]">{blockName(kind)}</span>
          <span className={INK[change]}>{says.says[change]}</span>
          <span className="text-ink-faint tabular-nums">
            {[then && tokens(then.tokens), replayed && tokens(replayed.tokens)].filter(Boolean).join(' → ')}
          </span>
        </summary>
        <div className={`mb-3 grid gap-2 ${then && replayed ? '@md:grid-cols-2' : ''}`}>
          {then && <Side label={says.sideThen} text={then.text} other={replayed?.text} />}
          {replayed && <Side label={says.sideAgain} text={replayed.text} other={then?.text} />}
        </div>
      </details>
    </li>
  )
}

interface SideProps {
  label: string
  text: string | null
  other: string | null | undefined
}

function Side({ label, text, other }: SideProps) {
  const says = useWords(engineerWords).replay
  return (
    <div className="min-w-0">
      <p className="mb-1 text-ink-faint text-xs">{label}</p>
      {text === null ? (
        <p className="text-ink-faint">{says.noText}</p>
      ) : (
        <pre className="max-h-72 overflow-y-auto whitespace-pre-wrap rounded-lg border border-line bg-sunk px-3 py-2 font-mono text-ink-soft text-xs leading-relaxed">
          {markLines(text, other ?? text).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
            <Marked key={at} {...line} />
          ))}
        </pre>
      )}
    </div>
  )
}

function Marked({ text, isOnlyHere }: { text: string; isOnlyHere: boolean }) {
  if (!isOnlyHere) return <span className="block min-h-[1lh]">{text}</span>
  return <mark className="block bg-amber-wash text-ink underline decoration-amber/60">{text}</mark>
}

function Answers({ replay }: { replay: Replay }) {
  const says = useWords(engineerWords).replay
  const { then, replayed } = replay.answer
  const model = replay.models.at(-1)
  return (
    <div className="flex flex-col gap-3">
      <Answer label={says.answerThen} text={then} otherwise={says.answerGone} />
      <Answer
        label={model ? says.answerBy(model.name) : says.sideAgain}
        text={replayed}
        otherwise={replay.error ?? says.noAnswer}
      />
      {then !== null && then === replayed && <p className="text-ink-faint text-sm">{says.wordForWord}</p>}
    </div>
  )
}

function Answer({ label, text, otherwise }: { label: string; text: string | null; otherwise: string }) {
  return (
    <div>
      <p className="mb-1 text-ink-faint text-xs">{label}</p>
      {text === null ? (
        <p className="text-rust text-sm">{otherwise}</p>
      ) : (
        <p className="whitespace-pre-wrap rounded-lg border border-line px-3 py-2 text-[0.9375rem] text-ink-soft">
          {text}
        </p>
      )}
    </div>
  )
}
