/** How an answer came about, as its giver would tell somebody who is tired: sentences, and no figures but time and cost. */
import type { ReactNode } from 'react'
import useSWR from 'swr'
import { chats, paths } from '../../../api/endpoints'
import type { Trace, TraceBlock, TraceRetrieval } from '../../../api/types'
import { money } from '../../../language/formats'
import { useWords, wordsNow } from '../../../language/words'
import { isReadingUsed } from '../engineers/trace-view'
import { milliseconds, summarize } from '../figures'
import {
  blockName,
  dropReason,
  failureName,
  intentName,
  postureName,
  signalSentence,
  sourceName,
} from '../names'
import { fetchSentence, gapSentence, overlaySentence, wasAsked } from '../opening'
import { useTold } from '../use-told'
import { glassWords } from '../words'
import { ToldView, Verbatim, withoutHeading } from './told-view'

export function PlainView({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  if (trace.isForgotten) {
    return (
      <div className="flex flex-col gap-8">
        <p className="text-pretty">{says.isForgotten}</p>
        <TheAnswer trace={trace} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-8">
      <ToldView trace={trace} />
      <LookedFor retrievals={trace.retrievals} />
      <Message trace={trace} />
      <Began trace={trace} />
      <Besides blocks={trace.blocks} />
      <LeftOut trace={trace} />
      <TheAnswer trace={trace} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-semibold text-[0.9375rem]">{title}</h3>
      <div className="flex flex-col gap-1.5 text-pretty text-[0.9375rem] text-ink-soft">{children}</div>
    </section>
  )
}

/** Said where it came to little; what was found stands above, in full. */
function LookedFor({ retrievals }: { retrievals: TraceRetrieval[] }) {
  const says = useWords(glassWords)
  const asked = retrievals.filter(({ gate, query, missing }) => gate !== 'none' || query || missing)
  if (retrievals.length === 0) return null
  return (
    <Part title={says.soughtTitle}>
      {asked.length === 0 && <p>{says.notAsked}</p>}
      {asked.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
        <p key={at}>{soughtSentence(one)}</p>
      ))}
    </Part>
  )
}

function soughtSentence(one: TraceRetrieval): string {
  const says = wordsNow(glassWords)
  if (one.missing) return says.noAnswer
  const isFound = one.facts.length + one.episodes.length + one.loops.length > 0
  const said = isFound ? says.foundSome(one.query) : says.foundNothing(one.query)
  if (one.dropped === 0) return said
  const reasons = Object.entries(one.droppedBecause).map(([why, count]) => `${count} ${dropReason(why)}`)
  const only = Object.keys(one.droppedBecause)
  const why = only.length === 1 ? dropReason(only[0] ?? '') : says.list(reasons)
  return `${said} ${says.putAside(one.dropped, why)}`
}

function Message({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const { reading } = trace
  if (!reading || !isReadingUsed(trace)) return null
  const shown = Object.entries(reading.signals).flatMap(([name, isSet]) =>
    isSet ? [signalSentence(name)] : [],
  )
  const sure = reading.confidence >= 0.8 ? 'surely' : reading.confidence >= 0.6 ? 'fairly' : 'hardly'
  return (
    <Part title={says.messageTitle}>
      <p>
        {says.taken(intentName(reading.intent), postureName(reading.posture))} {says.sure[sure]}
      </p>
      {shown.length > 0 && <p>{shown.join(' ')}</p>}
      {reading.momentumGuard && <p>{says.momentum}</p>}
    </Part>
  )
}

function Began({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const start = trace.startbriefRuntime
  if (!wasAsked(start)) return null
  const reminders = [
    { kind: 'handover', lead: says.reminded },
    { kind: 'bridge', lead: says.lastWords },
    { kind: 'ops', lead: says.due },
  ].flatMap(({ kind, lead }) => {
    const text = trace.blocks.find((block) => block.kind === kind && block.status !== 'dropped')?.text
    return text ? [{ kind, lead, text: withoutHeading(text) }] : []
  })
  const gap = gapSentence(start)
  const overlay = overlaySentence(start)
  const isThere = start.startbrief_fetch === 'fetched' || start.startbrief_fetch === 'cached'
  return (
    <Part title={says.startTitle}>
      {gap && <p>{gap}</p>}
      {!isThere && <p>{fetchSentence(start)}</p>}
      {reminders.map(({ kind, lead, text }) => (
        <div key={kind} className="flex flex-col gap-1.5">
          <p>{lead}</p>
          <Verbatim text={text} />
        </div>
      ))}
      {overlay && <p>{overlay}</p>}
      {!gap && isThere && reminders.length === 0 && !overlay && <p>{says.start.fetches.empty}</p>}
    </Part>
  )
}

/** What stands in every prompt, and whose words of it are not the reader's to see. */
function Besides({ blocks }: { blocks: TraceBlock[] }) {
  const says = useWords(glassWords)
  const told = blocks.filter(({ status }) => status !== 'dropped')
  const has = (kind: TraceBlock['kind']) => told.some((block) => block.kind === kind)
  const earlier = told.filter(({ kind }) => kind === 'history').length
  const isWithheld = told.some(({ withheld }) => withheld !== null)
  const files = told.some(({ sources }) => sources.some(({ type }) => type === 'file'))
  const things = [
    ...(earlier > 0 ? [says.earlier(earlier)] : []),
    ...(has('conversation_summary') ? [says.theSummary] : []),
    ...(files ? [says.theFiles] : []),
    ...(has('envelope') ? [says.theEnvelope] : []),
    ...(has('persona') && !isWithheld ? [says.thePersona] : []),
    ...(has('real_time') ? [says.theClock] : []),
  ]
  if (things.length === 0) return null
  return (
    <Part title={says.besidesTitle}>
      <p>{says.besides(things)}</p>
      {isWithheld && <p>{says.notYours}</p>}
    </Part>
  )
}

/** Why a message of the conversation was left out that nobody misses. */
const DOUBLES = ['the present question', 'says nothing']

function LeftOut({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const dropped = trace.blocks.filter(
    ({ status, reason }) => status === 'dropped' && !DOUBLES.some((one) => reason.startsWith(one)),
  )
  const earlier = dropped.filter(({ kind }) => kind === 'history').length
  const names = (blocks: TraceBlock[]) =>
    [...new Set(blocks.map(({ kind }) => blockName(kind)))].map((name) => `“${name}”`)
  const left = [
    ...(earlier > 0 ? [says.earlierMessages(earlier)] : []),
    ...names(dropped.filter(({ kind }) => kind !== 'history')),
  ]
  const short = names(trace.blocks.filter(({ status }) => status === 'compressed'))
  const missing = trace.missing.map(({ source }) => `“${sourceName(source)}”`)
  if (left.length + short.length + missing.length === 0) return null
  return (
    <Part title={says.leftTitle}>
      {missing.length > 0 && <p>{says.notInTime(missing)}</p>}
      {left.length > 0 && <p>{says.leftOut(left)}</p>}
      {short.length > 0 && <p>{says.inShort(short)}</p>}
    </Part>
  )
}

function TheAnswer({ trace }: { trace: Trace }) {
  const says = useWords(glassWords)
  const { ms, costUsd, model } = summarize(trace)
  const failed = trace.models.filter((one) => one !== model && one.outcome === 'failed')
  const { missing } = trace.route.details
  return (
    <Part title={says.answerTitle}>
      {failed.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same model may be asked twice
        <p key={at}>{says.askedFirst(one.name, one.failure ? failureName(one.failure) : one.outcome)}</p>
      ))}
      {trace.continues && <p>{says.wentOn}</p>}
      {model ? <p>{says.writtenBy(model.name, milliseconds(ms))}</p> : <p>{says.atOnce}</p>}
      {missing.length > 0 && <p>{says.lacked(missing)}</p>}
      {trace.tools.length > 0 && <p>{says.toolsUsed(trace.tools.map(({ name }) => name))}</p>}
      {model && (
        <p>
          {costSentence(costUsd)} <OfTheChat turnId={trace.turnId} />
        </p>
      )}
    </Part>
  )
}

/** All that was said in the chat, the versions that were put aside and what failed among it. */
function OfTheChat({ turnId }: { turnId: string }) {
  const { cost } = useWords(glassWords)
  const { told } = useTold(turnId)
  // For each answer anew: what the whole chat cost when another one was looked at is no longer all of it.
  const key = told && ([paths.chatCost(told.chatId), turnId] as const)
  const { data } = useSWR(key, () => chats.cost(told?.chatId ?? ''), { revalidateOnFocus: false })
  if (!data || data.usd === null || data.usd === 0) return null
  return <>{data.unknown > 0 ? cost.chatAtLeast(money(data.usd)) : cost.chat(money(data.usd))}</>
}

function costSentence(costUsd: number | null): string {
  const { cost } = wordsNow(glassWords)
  if (costUsd === null) return cost.unknown
  return costUsd === 0 ? cost.free : cost.known(money(costUsd))
}
