import type { Trace, TracePreflight } from '../../../api/types'
import { useWords, wordsNow } from '../../../language/words'
import { inWords, milliseconds, tokens } from '../figures'
import { preflightSentence, wayName } from '../names'
import { Chips, Heading, Sentences } from './sections'
import { engineerWords } from './words'

/** Which way the turn went and by what: the reason, the rules that matched, and the facts a report lacked. */
export function Route({ route }: { route: Trace['route'] }) {
  const says = useWords(engineerWords).route
  const { settingsVersion, rules, entities, can, missing } = route.details
  // What is missing is told below, in words of its own.
  const reason = missing.length > 0 ? route.reason.replace(/: missing .*/, '') : route.reason
  const way = <strong className="font-medium text-ink">{wayName(route.kind)}</strong>
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <Sentences>
        <p>
          {!reason
            ? says.alone(way)
            : isNothingSpecial(reason)
              ? says.nothingSpecial(way)
              : says.because(way, reason)}
        </p>
        {can === 'complete' && <p>{says.complete}</p>}
        {missing.length > 0 && <p>{says.lacked(missing)}</p>}
      </Sentences>
      {rules.length > 0 && <Chips label={says.rules} names={rules.map(inWords)} />}
      {entities.length > 0 && <Chips label={says.actions} names={entities} />}
      {settingsVersion !== null && (
        <p className="mt-1.5 text-ink-faint text-sm">
          {settingsVersion === 0 ? says.defaults : says.version(settingsVersion)}
        </p>
      )}
    </section>
  )
}

/** A persona for which nothing is routed: its id and the word "policy" tell nobody more. */
export function isNothingSpecial(reason: string): boolean {
  return reason.endsWith('has no routing policy')
}

/** What a model advised beforehand, where the persona asks for advice. */
export function Preflight({ preflight, unknown }: { preflight: TracePreflight | null; unknown: string[] }) {
  const says = useWords(engineerWords).preflight
  const outcome = preflight?.outcome ?? 'not_asked'
  if (outcome === 'not_asked' && unknown.length === 0) return null
  return (
    <section aria-label={says.title}>
      <Heading>{says.title}</Heading>
      <Sentences>
        {preflight && outcome !== 'not_asked' && (
          <p>
            {preflightSentence(outcome) ?? advice(preflight)}
            {preflight.ms !== null && preflight.ms > 0 && (
              <span className="text-ink-faint"> {milliseconds(preflight.ms)}.</span>
            )}
          </p>
        )}
        {preflight && preflight.refused.length > 0 && (
          <p>{says.refused(preflight.refused.map(inLowerWords))}</p>
        )}
        {unknown.length > 0 && <p>{says.unknown(unknown)}</p>}
      </Sentences>
    </section>
  )
}

function advice({ model, maxOutputTokens, firstTool }: TracePreflight): string {
  const says = wordsNow(engineerWords).preflight
  const chosen = [
    ...(model ? [says.model(model)] : []),
    ...(maxOutputTokens ? [says.tokens(tokens(maxOutputTokens))] : []),
    ...(firstTool ? [says.tool(firstTool)] : []),
  ]
  return chosen.length > 0 ? says.chosen(chosen) : says.nothing
}

const inLowerWords = (name: string) => inWords(name).toLowerCase()
