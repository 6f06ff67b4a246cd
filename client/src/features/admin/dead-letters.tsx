import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { DeadLetter } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { useAttempt } from '../organization/use-organization'
import { Ask } from './ask'
import { kindName } from './spans'
import { adminWords } from './words'

export function DeadLetters() {
  const says = useWords(adminWords).letters
  const [doomed, setDoomed] = useState<DeadLetter | null>(null)
  const attempt = useAttempt()
  return (
    <Ask path={adminPaths.deadLetters} load={admin.deadLetters}>
      {({ deadLetters, total }, again) => (
        <>
          {total === 0 && <p className="text-ink-soft">{says.none}</p>}
          {total > deadLetters.length && (
            <p className="mb-2 text-ink-faint text-sm">{says.latest(deadLetters.length, total)}</p>
          )}
          {total > 0 && (
            <ul aria-label={says.title} className="divide-y divide-line border-line border-y">
              {deadLetters.map((letter) => (
                <li key={letter.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-medium">
                      {kindName(letter.kind)}{' '}
                      <span className="font-normal text-ink-faint text-sm">
                        {letter.source === 'memory' ? says.delivery : says.job}
                      </span>
                    </p>
                    <p className="text-ink-faint text-sm">
                      <code className="font-mono text-[0.8125rem] text-rust">{letter.failure}</code> ·{' '}
                      {says.tries(letter.tries)} · {says.givenUp(moment(letter.diedAt))}
                    </p>
                  </div>
                  <Button
                    aria-label={says.againOne(letter.id)}
                    onClick={async () => {
                      await attempt(() => admin.retryDeadLetter(letter.id), says.queued)
                      await again()
                    }}
                  >
                    {says.again}
                  </Button>
                  <Button
                    look="warning"
                    aria-label={says.dropOne(letter.id)}
                    onClick={() => setDoomed(letter)}
                  >
                    {says.drop}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {doomed && (
            <Dialog
              title={says.dropAsked}
              onClose={() => setDoomed(null)}
              actions={
                <>
                  <Button onClick={() => setDoomed(null)}>{says.keep}</Button>
                  <Button
                    look="danger"
                    onClick={async () => {
                      setDoomed(null)
                      await attempt(() => admin.dropDeadLetter(doomed.id), says.dropped)
                      await again()
                    }}
                  >
                    {says.drop}
                  </Button>
                </>
              }
            >
              {doomed.source === 'memory' ? says.deliveryMeans : says.jobMeans}
            </Dialog>
          )}
        </>
      )}
    </Ask>
  )
}
