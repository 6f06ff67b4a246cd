import { useState } from 'react'
import { admin, adminPaths } from '../../api/admin'
import type { DeadLetter } from '../../api/types'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { useAttempt } from '../organization/use-organization'
import { Ask } from './ask'
import { kindName } from './spans'

export function DeadLetters() {
  const [doomed, setDoomed] = useState<DeadLetter | null>(null)
  const attempt = useAttempt()
  return (
    <Ask path={adminPaths.deadLetters} load={admin.deadLetters}>
      {({ deadLetters, total }, again) => (
        <>
          {total === 0 && <p className="text-ink-soft">None. Everything that was begun was done.</p>}
          {total > deadLetters.length && (
            <p className="mb-2 text-ink-faint text-sm">
              The latest {deadLetters.length} of {total.toLocaleString()}.
            </p>
          )}
          {total > 0 && (
            <ul aria-label="Dead letters" className="divide-y divide-line border-line border-y">
              {deadLetters.map((letter) => (
                <li key={letter.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <p className="font-medium">
                      {kindName(letter.kind)}{' '}
                      <span className="font-normal text-ink-faint text-sm">
                        {letter.source === 'memory' ? 'a delivery of the memory' : 'a job'}
                      </span>
                    </p>
                    <p className="text-ink-faint text-sm">
                      <code className="font-mono text-[0.8125rem] text-rust">{letter.failure}</code> ·{' '}
                      {letter.tries} {letter.tries === 1 ? 'try' : 'tries'} · given up {moment(letter.diedAt)}
                    </p>
                  </div>
                  <Button
                    aria-label={`Try ${letter.id} again`}
                    onClick={async () => {
                      await attempt(() => admin.retryDeadLetter(letter.id), 'Back in the queue.')
                      await again()
                    }}
                  >
                    Try again
                  </Button>
                  <Button look="quiet" aria-label={`Delete ${letter.id}`} onClick={() => setDoomed(letter)}>
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {doomed && (
            <Dialog
              title="Give this up?"
              onClose={() => setDoomed(null)}
              actions={
                <>
                  <Button onClick={() => setDoomed(null)}>Keep it</Button>
                  <Button
                    look="danger"
                    onClick={async () => {
                      setDoomed(null)
                      await attempt(() => admin.dropDeadLetter(doomed.id), 'It is given up.')
                      await again()
                    }}
                  >
                    Delete
                  </Button>
                </>
              }
            >
              {doomed.source === 'memory'
                ? 'What it would have delivered is not delivered. The turns themselves stay.'
                : 'The work it stood for is not done, and nothing will try it again.'}
            </Dialog>
          )}
        </>
      )}
    </Ask>
  )
}
