import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { AreaField } from '../../ui/field'
import { useToasts } from '../../ui/toast'
import { uiWords } from '../../ui/words'
import type { ToldFact } from './use-facts'
import { useRefresh } from './use-refresh'
import { memoryWords } from './words'

const MOST = 300

/** A new version in the person's own words; the old one stays in its history. */
export function CorrectDialog({ fact, onClose }: { fact: ToldFact; onClose: () => void }) {
  const words = useWords(memoryWords)
  const says = words.correct
  const { cancel } = useWords(uiWords)
  const [text, setText] = useState(fact.text)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { show } = useToasts()
  const refresh = useRefresh()
  const isSame = text.trim() === '' || text.trim() === fact.text

  async function save() {
    if (isSame) return
    try {
      await memory.changeFact(fact.id, { text: text.trim() })
      onClose()
      await refresh()
      show(says.done)
    } catch (error) {
      setTrouble(inOneLine(error))
    }
  }

  return (
    <Dialog
      title={says.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            look="solid"
            aria-disabled={isSame}
            className="aria-disabled:opacity-50"
            onClick={() => void save()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <AreaField
        label={says.label}
        value={text}
        maxLength={MOST}
        error={trouble}
        hint={says.hint}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  )
}
