import { useMemo, useState } from 'react'
import type { Receipt } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { TrashIcon } from '../../ui/icons'
import { FactRow } from './fact-row'
import { groupFacts } from './fact-words'
import { ForgetDialog } from './forget-dialog'
import { inSentence } from './in-sentence'
import type { ToldFact } from './use-facts'
import { useFocusHome } from './use-focus-home'
import { memoryWords } from './words'

interface FactListProps {
  facts: ToldFact[]
  /** As they were known once: to be read, not changed. */
  isPast: boolean
  onForgotten: (receipt: Receipt) => void
}

export function FactList({ facts, isPast, onForgotten }: FactListProps) {
  const says = useWords(memoryWords)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [forgetting, setForgetting] = useState<ToldFact[] | null>(null)
  const home = useFocusHome<HTMLDivElement>(facts)
  const groups = useMemo(() => groupFacts(facts), [facts])
  const selected = facts.filter((fact) => chosen.has(fact.id))

  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }

  return (
    <div {...home} className="outline-none">
      {groups.map((group) => (
        <section key={group.kind} aria-label={group.name} className="mt-8">
          <h2 className="border-line border-b pb-2 font-medium text-ink-faint text-sm">{group.name}</h2>
          <ul>
            {group.facts.map((fact) => (
              <FactRow
                key={fact.id}
                fact={fact}
                isPast={isPast}
                isChosen={chosen.has(fact.id)}
                onChoose={(isChosen) => choose(fact.id, isChosen)}
                onForget={() => setForgetting([fact])}
              />
            ))}
          </ul>
        </section>
      ))}
      {selected.length > 0 && !isPast && (
        <div className="sticky bottom-4 z-10 mt-6 flex flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-raised py-2 pr-2 pl-4 shadow-lift">
          <p role="status" className="mr-auto font-medium">
            {says.selected(selected.length)}
          </p>
          <Button look="quiet" onClick={() => setChosen(new Set())}>
            {says.clear}
          </Button>
          <Button look="danger" onClick={() => setForgetting(selected)}>
            <TrashIcon /> {says.forget}
          </Button>
        </div>
      )}
      {forgetting && (
        <ForgetDialog
          title={says.forgetThese(forgetting.length)}
          wish={{ factIds: forgetting.map((fact) => fact.id) }}
          onClose={() => setForgetting(null)}
          onForgotten={(receipt) => {
            setForgetting(null)
            setChosen(new Set())
            onForgotten(receipt)
          }}
        >
          <ul className="max-h-40 overflow-y-auto font-serif text-ink">
            {forgetting.slice(0, 50).map((fact) => (
              <li key={fact.id}>{inSentence(fact)}</li>
            ))}
          </ul>
          <p className="mt-3">{says.forgetTheseLead}</p>
        </ForgetDialog>
      )}
    </div>
  )
}
