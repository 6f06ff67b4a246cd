import useSWR from 'swr'
import { memory } from '../../api/endpoints'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { TroubleText } from '../../ui/notice'
import { uiWords } from '../../ui/words'
import { Quote } from './fact-row'
import { ending, sourceName } from './fact-words'
import { inSentence } from './in-sentence'
import { type ToldFact, withWords } from './use-facts'
import { memoryWords } from './words'

/** Every version of a fact, oldest first: what was believed, from when to when, and why it ended. */
export function HistoryDialog({ fact, onClose }: { fact: ToldFact; onClose: () => void }) {
  const ui = useWords(uiWords)
  const words = useWords(memoryWords)
  const { data, error } = useSWR(`/memory/facts/${fact.id}/history`, async () =>
    withWords(await memory.history(fact.id)),
  )
  return (
    <Dialog
      title={words.row.history}
      onClose={onClose}
      actions={<Button onClick={onClose}>{ui.close}</Button>}
    >
      {error && <TroubleText error={error} />}
      {!data && !error && <p role="status">{ui.loading}</p>}
      <ol className="mt-2 flex flex-col gap-4">
        {data?.map((version) => (
          <li key={version.id} data-testid="version" className="border-line border-l-2 pl-4">
            <p className={`font-serif ${version.retiredAt ? 'text-ink-faint' : 'text-ink'}`}>
              {inSentence(version)}
            </p>
            <p className="text-ink-faint text-sm">
              {version.retiredAt
                ? words.history.fromTo(
                    day(version.learnedAt),
                    day(version.retiredAt),
                    ending(version.retiredBecause),
                  )
                : words.history.from(day(version.learnedAt))}{' '}
              {sourceName(version.source)}.
            </p>
            {version.words.slice(-1).map((one) => (
              <Quote key={one.id} episode={one} />
            ))}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
