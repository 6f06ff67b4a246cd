import type { Trace, TracePreflight } from '../../api/types'
import { inWords, milliseconds, tokens } from './figures'
import { inARow, preflightSentence, wayName } from './names'
import { Chips, Heading, Sentences } from './sections'

/** Which way the turn went and by what: the reason, the rules that matched, and the facts a report lacked. */
export function Route({ route }: { route: Trace['route'] }) {
  const { settingsVersion, rules, entities, can, missing } = route.details
  // What is missing is told below, in words of its own.
  const reason = missing.length > 0 ? route.reason.replace(/: missing .*/, '') : route.reason
  return (
    <section aria-label="Which way it went">
      <Heading>Which way it went</Heading>
      <Sentences>
        <p>
          <strong className="font-medium text-ink">{wayName(route.kind)}</strong>
          {reason && (isNothingSpecial(reason) ? '. No special handling' : `: ${reason}`)}.
        </p>
        {can === 'complete' && <p>Every fact that the CAN report needs was known.</p>}
        {missing.length > 0 && <p>The report still lacked {inARow(missing)}.</p>}
      </Sentences>
      {rules.length > 0 && <Chips label="Rules" names={rules.map(inWords)} />}
      {entities.length > 0 && <Chips label="Actions" names={entities} />}
      {settingsVersion !== null && (
        <p className="mt-1.5 text-ink-faint text-sm">
          {settingsVersion === 0
            ? 'By the default prompt settings.'
            : `By version ${settingsVersion} of the prompt settings.`}
        </p>
      )}
    </section>
  )
}

/** A persona for which nothing is routed: its id and the word "policy" tell nobody more. */
function isNothingSpecial(reason: string): boolean {
  return reason.endsWith('has no routing policy')
}

/** What a model advised beforehand, where the persona asks for advice. */
export function Preflight({ preflight, unknown }: { preflight: TracePreflight | null; unknown: string[] }) {
  const outcome = preflight?.outcome ?? 'not_asked'
  if (outcome === 'not_asked' && unknown.length === 0) return null
  return (
    <section aria-label="Before the answer">
      <Heading>Before the answer</Heading>
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
          <p>Not taken, because it made no sense: {inARow(preflight.refused.map(inLowerWords))}.</p>
        )}
        {unknown.length > 0 && <p>The persona would like {inARow(unknown)}, which is not connected here.</p>}
      </Sentences>
    </section>
  )
}

function advice({ model, maxOutputTokens, firstTool }: TracePreflight): string {
  const chosen = [
    ...(model ? [`the model ${model}`] : []),
    ...(maxOutputTokens ? [`at most ${tokens(maxOutputTokens)} tokens`] : []),
    ...(firstTool ? [`the tool ${firstTool} first`] : []),
  ]
  return chosen.length > 0
    ? `Chosen: ${inARow(chosen)}.`
    : 'Nothing was chosen; the persona’s own settings stood.'
}

const inLowerWords = (name: string) => inWords(name).toLowerCase()
