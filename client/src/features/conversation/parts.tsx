import { isToolUIPart } from 'ai'
import { lazy, Suspense } from 'react'
import { useWords, wordsNow } from '../../language/words'
import { loadLate, loadWithWords } from '../../load-late'
import { ErrorBoundary } from '../../ui/error-boundary'
import { MarksContext, useMarks } from '../documents/cited'
import { Sources } from '../documents/sources'
import { Attachments } from './attachments'
import { type Part, thoughtMs, wordsOf } from './messages'
import { conversationWords } from './words'

// Setting text is the heaviest thing this page can do, and a new chat has none yet: fetched beside, not before.
const loadMarkdown = () => loadLate(() => import('./markdown/markdown'))
const Markdown = lazy(() => loadMarkdown().then((module) => ({ default: module.Markdown })))
// Most answers call no tool.
const ToolCall = lazy(() => loadWithWords(() => import('../tools/tool-call')))
void loadMarkdown().catch(() => {})

interface PartsProps {
  parts: Part[]
  isWriting: boolean
  isCut: boolean
}

/** What an answer is made of. Kinds this client does not know are left out, not shown raw. */
export function Parts({ parts, isWriting, isCut }: PartsProps) {
  const lastText = parts.findLastIndex((part) => part.type === 'text')
  const marks = useMarks(parts)
  return (
    <MarksContext value={marks}>
      <div className="flex flex-col gap-4">
        {keyed(parts).map(({ key, part }, at) => {
          if (part.type === 'text') {
            if (!part.text) return null
            return <Text key={key} text={part.text} isWriting={isWriting && at === lastText} isCut={isCut} />
          }
          if (part.type === 'reasoning') {
            if (!part.text) return null
            const isThinking = isWriting && at === parts.length - 1
            return <Reasoning key={key} text={part.text} isThinking={isThinking} ms={thoughtMs(part)} />
          }
          if (part.type === 'file') {
            return (
              <Attachments key={key} files={wordsOf({ id: key, role: 'assistant', parts: [part] }).files} />
            )
          }
          if (isToolUIPart(part))
            return (
              <Suspense key={key} fallback={null}>
                <ToolCall part={part} />
              </Suspense>
            )
          return null
        })}
        <Sources cited={[...marks.values()]} />
      </div>
    </MarksContext>
  )
}

/**
 * A part is named by its kind and which of that kind it is, not by its place: the stream's steps and notes are not
 * stored, and what one has opened must not close when the stored answer takes the streamed one's place.
 */
function keyed(parts: Part[]): { key: string; part: Part }[] {
  const seen = new Map<string, number>()
  return parts.map((part) => {
    const before = seen.get(part.type) ?? 0
    seen.set(part.type, before + 1)
    return { key: `${part.type}-${before}`, part }
  })
}

/** Until the setting has loaded, and if it ever fails, the plain words stand there. */
function Text({ text, ...how }: { text: string; isWriting: boolean; isCut: boolean }) {
  const plain = <p className="answer whitespace-pre-wrap">{text}</p>
  return (
    <ErrorBoundary fallback={plain}>
      <Suspense fallback={plain}>
        <Markdown text={text} {...how} />
      </Suspense>
    </ErrorBoundary>
  )
}

interface ReasoningProps {
  text: string
  isThinking: boolean
  ms: number | null
}

function Reasoning({ text, isThinking, ms }: ReasoningProps) {
  const says = useWords(conversationWords).answer
  return (
    <details data-testid="thoughts" className="text-[0.9375rem] text-ink-soft" open={isThinking || undefined}>
      <summary className="w-fit text-ink-faint hover:text-ink">
        {isThinking ? says.thinking : says.thought(forHowLong(ms))}
      </summary>
      <p className="mt-2 whitespace-pre-wrap border-line border-l-2 pl-4">{text}</p>
    </details>
  )
}

/** "for 12 s", "for 2 min 5 s"; of a thought whose time was not kept, and of one that took none, "for a moment". */
export function forHowLong(ms: number | null): string {
  const says = wordsNow(conversationWords).answer
  const seconds = Math.round((ms ?? 0) / 1000)
  if (seconds < 1) return says.aMoment
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes === 0) return says.seconds(seconds)
  return rest === 0 ? says.minutes(minutes) : says.minutesAndSeconds(minutes, rest)
}
