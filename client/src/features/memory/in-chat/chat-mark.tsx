import { useWords } from '../../../language/words'
import { Button } from '../../../ui/button'
import { PauseIcon, TemporaryIcon } from '../../../ui/icons'
import { inChatWords } from './words'

interface ChatMarkProps {
  memory: 'on' | 'paused' | 'temporary'
  onResume: () => void
}

/** At the head of a chat that is not remembered, so that nobody wonders later. */
export function ChatMark({ memory, onResume }: ChatMarkProps) {
  const says = useWords(inChatWords)
  if (memory === 'on') return null
  function resume() {
    onResume()
    // The button goes, and with it the focus.
    document.getElementById('main')?.focus()
  }
  return (
    <div
      role="note"
      data-testid="chat-mark"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 border-line border-b bg-sunk px-4 py-1.5 text-center text-ink-soft text-sm"
    >
      <p className="flex items-center gap-2">
        {memory === 'temporary' ? (
          <TemporaryIcon className="shrink-0 text-amber" />
        ) : (
          <PauseIcon className="shrink-0 text-amber" />
        )}
        {says[memory]}
      </p>
      {memory === 'paused' && (
        <Button look="quiet" className="min-h-8! px-2.5! text-sm! pointer-coarse:min-h-10!" onClick={resume}>
          {says.resume}
        </Button>
      )}
    </div>
  )
}
