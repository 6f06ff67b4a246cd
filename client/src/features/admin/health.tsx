import { admin, adminPaths } from '../../api/admin'
import type { Health } from '../../api/types'
import { number } from '../../language/formats'
import { useWords, wordsNow } from '../../language/words'
import { moment } from '../../ui/dates'
import { bytes } from '../usage/amounts'
import { Ask } from './ask'
import { kindName, seconds } from './spans'
import { adminWords } from './words'

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
  'away',
])
const RESTING = new Set(['off', 'unknown'])

export function HealthPage() {
  return (
    <Ask path={adminPaths.health} load={admin.health} everyMs={LOOK_AGAIN_MS}>
      {(health) => <Shown health={health} />}
    </Ask>
  )
}

function Shown({ health }: { health: Health }) {
  const says = useWords(adminWords).health
  const parts = Object.entries(health.parts)
  const troubled = parts.filter(([, word]) => BAD.has(word))
  return (
    <div className="flex flex-col gap-7">
      <p
        data-testid="health-status"
        className={`font-semibold font-serif text-xl ${health.status !== 'ready' ? 'text-rust' : troubled.length > 0 ? 'text-amber' : 'text-kelp'}`}
      >
        {health.status !== 'ready'
          ? says.notReady
          : troubled.length > 0
            ? says.lookAt(troubled.map(([name]) => partName(name)))
            : says.well}
      </p>
      {/* As many lines as there are parts: in two columns nothing is left over that looks like a gap. */}
      <dl className="gap-x-10 border-line border-t text-[0.9375rem] @min-[44rem]:columns-2">
        {parts.map(([name, word]) => (
          <div
            key={name}
            className="flex break-inside-avoid items-center justify-between gap-3 border-line border-b py-2.5"
          >
            <dt className="flex min-w-0 items-center gap-3">
              <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${toneOf(word).dot}`} />
              {partName(name)}
            </dt>
            <dd className={toneOf(word).text}>{stateName(word)}</dd>
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

function toneOf(word: string) {
  if (BAD.has(word)) return { dot: 'bg-rust', text: 'font-medium text-rust' }
  return RESTING.has(word)
    ? { dot: 'border border-line-strong', text: 'text-ink-faint' }
    : { dot: 'bg-kelp', text: 'text-ink-soft' }
}

/** Parts and states that a server newer than the page tells of are said as it spells them. */
function partName(name: string): string {
  const names: Partial<Record<string, string>> = wordsNow(adminWords).health.parts
  return names[name] ?? kindName(name)
}

function stateName(word: string): string {
  const states: Partial<Record<string, string>> = wordsNow(adminWords).health.states
  return states[word] ?? word
}

function figures(health: Health): [string, string][] {
  const says = wordsNow(adminWords).health
  const { none } = wordsNow(adminWords)
  const { database, migrations, embedder, models, disk, worker, streams, mail, outbox } = health
  const since = (count: number, oldest: number) => (count > 0 ? seconds(oldest) : null)
  return [
    [says.version, health.version],
    [says.database, says.postgres(database.serverVersion, bytes(database.bytes))],
    [says.connections, says.ofMost(database.connections, database.mostConnections)],
    [
      says.schema,
      migrations.present === migrations.known
        ? migrations.present
        : says.schemaApart(migrations.present, migrations.known),
    ],
    [says.disk, disk ? says.free(bytes(disk.freeBytes), bytes(disk.totalBytes)) : says.elsewhere],
    [says.worker, worker.heardAt ? says.heard(moment(worker.heardAt)) : says.neverHeard],
    [says.streams, says.streamsHere(streams.everywhere, streams.here)],
    [says.processes, number(streams.webProcesses)],
    [
      says.models,
      models
        .map((model) => [model.name, model.isDemo && says.demo, model.isResting && says.resting])
        .map((words) => words.filter(Boolean).join(', '))
        .join('; ') || none,
    ],
    [says.embedder, says.dimensions(embedder.name, embedder.dimensions)],
    [
      says.outbox,
      says.outboxState(
        outbox.pending,
        since(outbox.pending, outbox.oldestPendingSeconds),
        outbox.pendingEmbeddings,
        outbox.dead,
      ),
    ],
    [
      says.mail,
      mail.canSend
        ? says.mailState(mail.waiting, since(mail.waiting, mail.oldestSeconds), mail.failed)
        : says.noMail,
    ],
  ]
}
