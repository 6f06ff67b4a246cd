/** A persona in one's own words, out of which a model writes a first draft. */
import { type FormEvent, useState } from 'react'
import { personas as api } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { PersonaFields } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { AreaField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import { personaWords } from './words'

export function Sketch({ onSketched }: { onSketched: (fields: PersonaFields) => void }) {
  const says = useWords(personaWords)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wish = String(new FormData(event.currentTarget).get('wish') ?? '').trim()
    setBusy(true)
    setTrouble(null)
    try {
      onSketched({ ...(await api.draft(wish)), visibility: 'private' })
    } catch (error) {
      setTrouble(inOneLine(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      aria-label={says.sketch}
      onSubmit={(event) => void submit(event)}
      className="mt-6 grid max-w-2xl gap-3 rounded-2xl bg-sunk p-4"
    >
      <AreaField label={says.sketch} name="wish" required rows={2} maxLength={4000} hint={says.sketchHint} />
      {trouble && (
        <Notice tone="rust">
          <p>{trouble}</p>
        </Notice>
      )}
      <div className="flex justify-end">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? says.sketching : says.sketchIt}
        </Button>
      </div>
    </form>
  )
}
