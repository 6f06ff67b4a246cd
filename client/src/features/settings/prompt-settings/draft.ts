/** The prompt settings while somebody edits them, and what the server found wrong, at the line it is about. Pure. */
import { ApiError } from '../../../api/http'
import type { PromptRule, PromptSettings } from '../../../api/types'
import { number } from '../../../language/formats'
import { wordsNow } from '../../../language/words'
import { promptWords } from './words'

export type RuleList = 'conversational' | 'actionable' | 'canRequests'

export interface RuleRow extends PromptRule {
  /** Stays with the row while others come and go above it. */
  key: number
}

export interface Draft extends Record<RuleList, RuleRow[]> {
  thinPrompt: string
  /** One a line. */
  actionEntities: string
  historyTokens: string
  promptTokens: string
}

const FIELDS = Object.keys(promptWords.english.labels) as (keyof PromptSettings)[]
const LISTS: RuleList[] = ['conversational', 'actionable', 'canRequests']

let lastKey = 0
export function newRow(rule: PromptRule = { name: '', pattern: '' }): RuleRow {
  lastKey += 1
  return { key: lastKey, name: rule.name, pattern: rule.pattern }
}

export function toDraft(settings: PromptSettings): Draft {
  return {
    thinPrompt: settings.thinPrompt,
    conversational: settings.conversational.map(newRow),
    actionable: settings.actionable.map(newRow),
    canRequests: settings.canRequests.map(newRow),
    actionEntities: settings.actionEntities.join('\n'),
    historyTokens: String(settings.historyTokens),
    promptTokens: String(settings.promptTokens),
  }
}

/** Without empty rows and lines, so that the server's numbering is the one on the screen. */
export function tidy(draft: Draft): Draft {
  const kept = { ...draft }
  for (const list of LISTS) kept[list] = draft[list].filter((row) => row.name.trim() || row.pattern)
  kept.actionEntities = lines(draft.actionEntities).join('\n')
  return kept
}

export function toSettings(draft: Draft): PromptSettings {
  const { conversational, actionable, canRequests } = tidy(draft)
  return {
    thinPrompt: draft.thinPrompt,
    conversational: conversational.map(toRule),
    actionable: actionable.map(toRule),
    actionEntities: lines(draft.actionEntities),
    canRequests: canRequests.map(toRule),
    historyTokens: Number(draft.historyTokens),
    promptTokens: Number(draft.promptTokens),
  }
}

export function changedFields(before: PromptSettings, after: PromptSettings): string[] {
  const [old, fresh] = [toSettings(toDraft(before)), toSettings(toDraft(after))]
  return FIELDS.filter((field) => JSON.stringify(old[field]) !== JSON.stringify(fresh[field])).map(
    (field) => wordsNow(promptWords).labels[field],
  )
}

/** Problems by place: `actionable` is the list, `7.pattern` the pattern of the row with key 7. */
export type Faults = Record<string, string>

/** Null when the error is not about single fields. */
export function readFaults(error: unknown, sent: Draft): Faults | null {
  if (!(error instanceof ApiError) || error.status !== 422 || !Array.isArray(error.body.details)) return null
  const faults: Faults = {}
  for (const one of error.body.details as { field?: unknown; problem?: unknown }[]) {
    const [field, at, part] = String(one.field)
      .replace(/^body\./, '')
      .replace(/^settings\./, '')
      .split('.')
    const said = inWords(String(one.problem), field ?? '', part)
    const row = isList(field) ? sent[field][Number(at)] : undefined
    if (row) faults[`${row.key}.${part === 'name' ? 'name' : 'pattern'}`] = said
    else if (field === 'actionEntities' && at) {
      const before = faults[field] ? `${faults[field]} ` : ''
      faults[field] = before + faultWords().line(Number(at) + 1, said)
    } else if (field) faults[field] = said
  }
  return Object.keys(faults).length > 0 ? faults : null
}

export function hasFaults(faults: Faults, rows: RuleRow[]): boolean {
  return rows.some((row) => faults[`${row.key}.name`] || faults[`${row.key}.pattern`])
}

const faultWords = () => wordsNow(promptWords).faults

function inWords(problem: string, field: string, part: string | undefined): string {
  const says = faultWords()
  if (problem === 'string_pattern_mismatch') return part === 'name' ? says.name : says.entity
  if (problem === 'string_too_short') return says.empty
  if (problem === 'string_too_long') return says.long
  if (problem === 'too_long') return says.many
  if (/^(greater|less)_than/.test(problem)) {
    return says.between(number(field === 'historyTokens' ? 0 : 500), number(1_000_000))
  }
  if (/^int_/.test(problem)) return says.whole
  const said = problem.replaceAll('_', ' ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}

function isList(field: string | undefined): field is RuleList {
  return LISTS.some((list) => list === field)
}

function toRule({ name, pattern }: RuleRow): PromptRule {
  return { name: name.trim(), pattern }
}

function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
