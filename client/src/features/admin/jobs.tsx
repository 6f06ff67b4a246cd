import { admin, adminPaths } from '../../api/admin'
import type { Queue } from '../../api/types'
import { number } from '../../language/formats'
import { useWords } from '../../language/words'
import { moment } from '../../ui/dates'
import { Ask } from './ask'
import { kindName, seconds } from './spans'
import { Table, TableRow } from './table'
import { adminWords } from './words'

const LOOK_AGAIN_MS = 10_000

export function Jobs() {
  return (
    <Ask path={adminPaths.jobs} load={admin.jobs} everyMs={LOOK_AGAIN_MS}>
      {(queue) => <Shown queue={queue} />}
    </Ask>
  )
}

function Shown({ queue }: { queue: Queue }) {
  const { jobs: says, never } = useWords(adminWords)
  const { kinds, running, schedule } = queue
  return (
    <div className="flex flex-col gap-8">
      {kinds.length === 0 ? (
        <p className="text-ink-soft">{says.nothing}</p>
      ) : (
        <Table
          label={says.byKind}
          heads={[says.kind, says.waiting, says.later, says.running, says.dead, says.oldest]}
        >
          {kinds.map((kind) => (
            <TableRow
              key={kind.kind}
              name={kindName(kind.kind)}
              cells={[
                number(kind.waiting),
                number(kind.later),
                number(kind.running),
                <span key="dead" className={kind.dead > 0 ? 'text-rust' : ''}>
                  {number(kind.dead)}
                </span>,
                kind.waiting > 0 ? seconds(kind.oldestSeconds) : '–',
              ]}
            />
          ))}
        </Table>
      )}
      {running.length > 0 && (
        <Table label={says.runningNow} heads={[says.runningNow, says.try, says.since, says.heard]}>
          {running.map((job) => (
            <TableRow
              key={job.id}
              name={kindName(job.kind)}
              cells={[job.attempt, moment(job.since), moment(job.heardAt)]}
            />
          ))}
        </Table>
      )}
      <details>
        <summary className="font-medium text-[0.9375rem]">{says.theSchedule}</summary>
        <div className="mt-2">
          <Table label={says.schedule} heads={[says.task, says.when, says.last, says.next]}>
            {schedule.map((one) => (
              <TableRow
                key={one.name}
                name={kindName(one.name)}
                cells={[
                  <code key="cron" className="font-mono text-[0.8125rem]">
                    {one.cron}
                  </code>,
                  one.lastRun ? moment(one.lastRun) : never,
                  moment(one.nextRun),
                ]}
              />
            ))}
          </Table>
        </div>
      </details>
    </div>
  )
}
