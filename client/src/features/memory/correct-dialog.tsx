import { useState } from 'react'
import { memory } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { AreaField } from '../../ui/field'
import { useToasts } from '../../ui/toast'
import type { ToldFact } from './use-facts'
import { useRefresh } from './use-refresh'

const MOST = 300

/** A new version in the person's own words; the old one stays in its history. */
export function CorrectDialog({ fact, onClose }: { fact: ToldFact; onClose: () => void }) {
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
      show('Corrected.')
    } catch (error) {
      setTrouble(inOneLine(error))
    }
  }

  return (
    <Dialog
      title="Correct this"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="solid"
            aria-disabled={isSame}
            className="aria-disabled:opacity-50"
            onClick={() => void save()}
          >
            Save
          </Button>
        </>
      }
    >
      <AreaField
        label="What is true"
        value={text}
        maxLength={MOST}
        error={trouble}
        hint="Your words count from now on. What I had noted stays in its history."
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  )
}
