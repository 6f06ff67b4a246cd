import { admin, adminPaths } from '../../api/admin'
import type { Queue } from '../../api/types'
import { moment } from '../../ui/dates'
import { Ask } from './ask'
import { kindName, seconds } from './spans'
import { Table, TableRow } from './table'

const LOOK_AGAIN_MS = 10_000

export function Jobs() {
  return (
    <Ask path={adminPaths.jobs} load={admin.jobs} everyMs={LOOK_AGAIN_MS}>
      {(queue) => <Shown queue={queue} />}
    </Ask>
  )
}

function Shown({ queue }: { queue: Queue }) {
  const { kinds, running, schedule } = queue
  return (
    <div className="flex flex-col gap-8">
      {kinds.length === 0 ? (
        <p className="text-ink-soft">Nothing waits and nothing runs.</p>
      ) : (
        <Table label="Jobs by kind" heads={['Kind', 'Waiting', 'Later', 'Running', 'Dead', 'Oldest waits']}>
          {kinds.map((kind) => (
            <TableRow
              key={kind.kind}
              name={kindName(kind.kind)}
              cells={[
                kind.waiting.toLocaleString(),
                kind.later.toLocaleString(),
                kind.running.toLocaleString(),
                <span key="dead" className={kind.dead > 0 ? 'text-rust' : ''}>
                  {kind.dead.toLocaleString()}
                </span>,
                kind.waiting > 0 ? seconds(kind.oldestSeconds) : '–',
              ]}
            />
          ))}
        </Table>
      )}
      {running.length > 0 && (
        <Table label="Running now" heads={['Running now', 'Try', 'Since', 'Last sign of life']}>
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
        <summary className="font-medium text-[0.9375rem]">The schedule</summary>
        <div className="mt-2">
          <Table label="Schedule" heads={['Task', 'When (UTC)', 'Last', 'Next']}>
            {schedule.map((one) => (
              <TableRow
                key={one.name}
                name={kindName(one.name)}
                cells={[
                  <code key="cron" className="font-mono text-[0.8125rem]">
                    {one.cron}
                  </code>,
                  one.lastRun ? moment(one.lastRun) : 'never',
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
