import type { ModelChoice } from '../../api/types'
import { money } from '../../language/formats'
import { useWords } from '../../language/words'
import { IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import type { Somebody } from '../../ui/face'
import { AgainIcon, ForkIcon, LayersIcon } from '../../ui/icons'
import { MarkButton } from '../bookmarks/mark-button'
import { chatWords } from '../chats/words'
import { AloudButton } from '../voice/aloud/aloud-button'
import { Thumbs, useFeedback, WhatWasWrong } from './feedback'
import { hasWords, type Message, textOf } from './messages'
import { shortName } from './model-picker'
import { type Again, RegenerateMenu } from './regenerate-menu'
import { Siblings } from './siblings'
import { conversationWords } from './words'

interface AnswerFootProps {
  chatId: string
  message: Message
  face: Somebody
  isLocked: boolean
  isReadOnly: boolean
  isExplained: boolean
  models: ModelChoice[]
  onRegenerate: (id: string, again?: Again) => void
  onChoose: (id: string) => Promise<void>
  onWhy: (turnId: string) => void
  onFork: (id: string) => void
}

/** Under each answer: why it was given comes first, because that is the promise. */
export function AnswerFoot(props: AnswerFootProps) {
  const says = useWords(conversationWords).answer
  const { goOnHere } = useWords(chatWords)
  const { chatId, message, isLocked, isReadOnly, isExplained, models, ...on } = props
  const { turnId, siblings, model, feedback, usage } = message.metadata ?? {}
  const cost = message.metadata?.costUsd ?? usage?.costUsd
  const rated = useFeedback(chatId, message.id, feedback ?? null)
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
        {turnId && !isReadOnly && (
          <button
            type="button"
            aria-expanded={isExplained}
            data-why={turnId}
            onClick={() => on.onWhy(turnId)}
            className={`-ml-2.5 mr-1 inline-flex h-9 items-center gap-1.5 rounded-lg px-2.5 font-medium text-sm transition-colors pointer-coarse:h-11 ${
              isExplained ? 'bg-kelp-wash text-kelp-deep' : 'text-kelp hover:bg-kelp-wash'
            }`}
          >
            <LayersIcon /> {says.why}
          </button>
        )}
        <CopyButton text={textOf(message)} label={says.copy} />
        {hasWords(message) && (
          <AloudButton messageId={message.id} text={() => textOf(message)} personaId={props.face.id} />
        )}
        {!isReadOnly && (
          <>
            <IconButton
              label={says.regenerate}
              disabled={isLocked}
              onClick={() => on.onRegenerate(message.id)}
            >
              <AgainIcon />
            </IconButton>
            {!isLocked && (
              <RegenerateMenu
                models={models}
                model={model ?? null}
                onChoose={(again) => on.onRegenerate(message.id, again)}
              />
            )}
            <MarkButton
              chatId={chatId}
              messageId={message.id}
              stored={message.metadata?.isBookmarked ?? false}
            />
            <Thumbs rated={rated} />
          </>
        )}
        <IconButton label={goOnHere} disabled={isLocked} onClick={() => on.onFork(message.id)}>
          <ForkIcon />
        </IconButton>
        <Siblings
          id={message.id}
          siblings={siblings}
          isLocked={isLocked || isReadOnly}
          onChoose={on.onChoose}
        />
        <p className="ml-auto truncate pl-2 text-ink-faint text-xs" title={model ?? undefined}>
          {[
            model && shortName({ name: model }),
            usage?.outputTokens ? says.tokens(usage.outputTokens) : null,
            // Quietly, and only where it is known to be something.
            cost ? money(cost) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!isReadOnly && <WhatWasWrong rated={rated} />}
    </div>
  )
}
