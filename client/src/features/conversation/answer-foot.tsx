import type { ModelChoice } from '../../api/types'
import { IconButton } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { AgainIcon, LayersIcon } from '../../ui/icons'
import { Thumbs, useFeedback, WhatWasWrong } from './feedback'
import { type Message, textOf } from './messages'
import { shortName } from './model-picker'
import { type Again, RegenerateMenu } from './regenerate-menu'
import { Siblings } from './siblings'

interface AnswerFootProps {
  chatId: string
  message: Message
  isLocked: boolean
  isReadOnly: boolean
  isExplained: boolean
  models: ModelChoice[]
  onRegenerate: (id: string, again?: Again) => void
  onChoose: (id: string) => Promise<void>
  onWhy: (turnId: string) => void
}

/** Under each answer: why it was given comes first, because that is the promise. */
export function AnswerFoot(props: AnswerFootProps) {
  const { chatId, message, isLocked, isReadOnly, isExplained, models, ...on } = props
  const { turnId, siblings, model, feedback, usage } = message.metadata ?? {}
  const rated = useFeedback(chatId, message.id, feedback ?? null)
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
        {turnId && !isReadOnly && (
          <button
            type="button"
            aria-expanded={isExplained}
            onClick={() => on.onWhy(turnId)}
            className={`-ml-2.5 mr-1 inline-flex h-9 items-center gap-1.5 rounded-lg px-2.5 font-medium text-sm transition-colors pointer-coarse:h-11 ${
              isExplained ? 'bg-kelp-wash text-kelp-deep' : 'text-kelp hover:bg-kelp-wash'
            }`}
          >
            <LayersIcon /> Why this answer?
          </button>
        )}
        <CopyButton text={textOf(message)} label="Copy answer" />
        {!isReadOnly && (
          <>
            <IconButton label="Regenerate" disabled={isLocked} onClick={() => on.onRegenerate(message.id)}>
              <AgainIcon />
            </IconButton>
            {!isLocked && (
              <RegenerateMenu
                models={models}
                model={model ?? null}
                onChoose={(again) => on.onRegenerate(message.id, again)}
              />
            )}
            <Thumbs rated={rated} />
          </>
        )}
        <Siblings
          id={message.id}
          siblings={siblings}
          isLocked={isLocked || isReadOnly}
          onChoose={on.onChoose}
        />
        <p className="ml-auto truncate pl-2 text-ink-faint text-xs" title={model ?? undefined}>
          {[
            model && shortName({ name: model }),
            usage?.outputTokens ? `${usage.outputTokens.toLocaleString()} tokens` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!isReadOnly && <WhatWasWrong rated={rated} />}
    </div>
  )
}
