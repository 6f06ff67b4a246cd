import { useContext } from 'react'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { LayersIcon } from '../../ui/icons'
import type { Part } from '../conversation/messages'
import { ApprovalCard } from './approval-card'
import { InChatContext } from './context'
import { QuestionCard } from './question-card'
import { RawText } from './raw-text'
import { toolWords } from './words'

export type ToolPart = Extract<Part, { toolCallId: string }>

/** What a tool was given and what it answered; one that waits for its person asks them here. */
export default function ToolCall({ part }: { part: ToolPart }) {
  const says = useWords(toolWords)
  const states: Readonly<Record<string, string>> = says.states
  const inChat = useContext(InChatContext)
  const { input, output, errorText } = part as { input?: unknown; output?: unknown; errorText?: string }
  const name = nameOf(part)
  const seconds = secondsOf(part)
  const mayAsk = part.state === 'input-available' && isOfServer(part) && inChat && !inChat.isReadOnly
  const waits = part.state === 'approval-requested' && part.approval && inChat && !inChat.isReadOnly
  return (
    <div data-testid="tool-call">
      <details className="rounded-lg border border-line text-sm">
        <summary className="flex items-center gap-2 px-3 py-2 text-ink-soft hover:text-ink">
          <LayersIcon className="text-ink-faint" />
          <span className="min-w-0 truncate font-medium">{name}</span>
          <span className={part.state === 'output-error' ? 'text-rust' : 'text-ink-faint'}>
            {states[part.state] ?? part.state}
          </span>
          {seconds !== null && (
            <span className="ml-auto text-ink-faint tabular-nums">{says.seconds(number(seconds))}</span>
          )}
        </summary>
        <div className="border-line border-t px-3 py-2">
          <Told label={says.given} value={input} />
          {output !== undefined && <Told label={says.answered} value={output} />}
          {errorText && <Told label={says.failed} value={errorText} />}
        </div>
      </details>
      {mayAsk && <QuestionCard callId={part.toolCallId} name={name} chatId={inChat.chatId} />}
      {waits && part.approval && <ApprovalCard approvalId={part.approval.id} name={name} {...inChat} />}
    </div>
  )
}

function Told({ label, value }: { label: string; value: unknown }) {
  return (
    <div className="py-1">
      <p className="text-ink-faint text-xs">{label}</p>
      <RawText value={value} />
    </div>
  )
}

function nameOf(part: ToolPart): string {
  if (part.title) return part.title
  return part.type === 'dynamic-tool' ? part.toolName : part.type.replace(/^tool-/, '')
}

/** Only servers ask something while they work. */
function isOfServer(part: ToolPart): boolean {
  const { toolMetadata } = part as { toolMetadata?: { origin?: unknown } }
  return String(toolMetadata?.origin ?? '').startsWith('mcp:')
}

/** How long it took, where the server told; what took no time is not counted. */
function secondsOf(part: ToolPart): number | null {
  const { resultProviderMetadata: told } = part as {
    resultProviderMetadata?: { holdfast?: { ms?: unknown } }
  }
  const ms = told?.holdfast?.ms
  return typeof ms === 'number' && ms >= 100 ? Math.round(ms / 100) / 10 : null
}
