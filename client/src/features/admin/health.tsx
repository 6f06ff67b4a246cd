import { admin, adminPaths } from '../../api/admin'
import { bytes } from '../../api/features'
import type { Health } from '../../api/types'
import { moment } from '../../ui/dates'
import { Ask } from './ask'
import { kindName, seconds } from './spans'

const LOOK_AGAIN_MS = 15_000
const BAD = new Set([
  'down',
  'outdated',
  'starting',
  'stopping',
  'behind',
  'degraded',
  'silent',
  'late',
  'low',
])

export function HealthPage() {
  return (
    <Ask path={adminPaths.health} load={admin.health} everyMs={LOOK_AGAIN_MS}>
      {(health) => <Shown health={health} />}
    </Ask>
  )
}

function Shown({ health }: { health: Health }) {
  const parts = Object.entries(health.parts)
  const troubled = parts.filter(([, word]) => BAD.has(word))
  return (
    <div className="flex flex-col gap-7">
      <p
        data-testid="health-status"
        className={`font-semibold font-serif text-xl ${health.status !== 'ready' ? 'text-rust' : troubled.length > 0 ? 'text-amber' : 'text-kelp'}`}
      >
        {health.status !== 'ready'
          ? 'Not ready to serve.'
          : troubled.length > 0
            ? `Serving, but look at ${troubled.map(([name]) => kindName(name).toLowerCase()).join(', ')}.`
            : 'All is well.'}
      </p>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {parts.map(([name, word]) => (
          <div key={name} className="rounded-lg border border-line bg-raised px-4 py-2.5">
            <dt className="text-ink-faint text-sm">{kindName(name)}</dt>
            <dd
              className={`font-medium ${BAD.has(word) ? 'text-rust' : word === 'off' ? 'text-ink-soft' : 'text-kelp'}`}
            >
              {word}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="divide-y divide-line border-line border-y text-[0.9375rem]">
        {figures(health).map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 py-2">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function figures(health: Health): [string, string][] {
  const { database, migrations, embedder, models, disk, worker, streams, mail, outbox } = health
  return [
    ['Version', health.version],
    ['Database', `Postgres ${database.serverVersion}, ${bytes(database.bytes)}`],
    ['Connections', `${database.connections} of ${database.mostConnections}`],
    [
      'Schema',
      migrations.present === migrations.known
        ? migrations.present
        : `${migrations.present}, but the code knows ${migrations.known}`,
    ],
    ['Disk', disk ? `${bytes(disk.freeBytes)} of ${bytes(disk.totalBytes)} free` : 'not on this machine'],
    ['Worker', worker.heardAt ? `last heard ${moment(worker.heardAt)}` : 'never heard'],
    ['Answers being written', `${streams.everywhere} (${streams.here} by this process)`],
    ['Web processes', String(streams.webProcesses)],
    [
      'Models',
      models
        .map((model) => [model.name, model.isDemo && 'demo', model.isResting && 'resting after failures'])
        .map((words) => words.filter(Boolean).join(', '))
        .join('; ') || 'none',
    ],
    ['Embedder', `${embedder.name}, ${embedder.dimensions} dimensions`],
    [
      'Memory on its way',
      `${outbox.pending.toLocaleString()} pending${
        outbox.pending > 0 ? ` for up to ${seconds(outbox.oldestPendingSeconds)}` : ''
      }, ${outbox.pendingEmbeddings.toLocaleString()} to embed, ${outbox.dead.toLocaleString()} dead`,
    ],
    [
      'Mail',
      mail.canSend
        ? `${mail.waiting} waiting${mail.waiting > 0 ? ` for up to ${seconds(mail.oldestSeconds)}` : ''}, ${mail.failed} failed`
        : 'no mail server: mails are kept for you to hand on',
    ],
  ]
}
