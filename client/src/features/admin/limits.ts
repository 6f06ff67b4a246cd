/** Single numbers laid over those of a plan, from the server's shape to the fields of a form and back. Pure. */

import { FEATURES, type Feature } from '../../api/features'
import { wordsNow } from '../../language/words'
import { adminWords } from './words'

/** What stands in a field: nothing leaves it to the plan, the word of `noLimit` is no limit, else a whole number. */
export type LimitFields = Partial<Record<Feature, string>>

export const noLimit = () => wordsNow(adminWords).plan.no

export function toFields(limits: unknown): LimitFields {
  const found = (limits as { features?: Record<string, unknown> } | null)?.features ?? {}
  const fields: LimitFields = {}
  for (const feature of FEATURES) {
    const value = found[feature]
    if (value === null) fields[feature] = noLimit()
    else if (typeof value === 'number') fields[feature] = String(value)
  }
  return fields
}

/** Null for a field that says nothing we know: the form then points to it. */
export function toLimits(
  fields: LimitFields,
): { features: Partial<Record<Feature, number | null>> } | Feature {
  const features: Partial<Record<Feature, number | null>> = {}
  for (const feature of FEATURES) {
    const typed = fields[feature]?.trim().toLowerCase() ?? ''
    if (typed === '') continue
    if (typed === noLimit() || typed === 'no' || typed === 'no limit') features[feature] = null
    else if (/^\d{1,15}$/.test(typed)) features[feature] = Number(typed)
    else return feature
  }
  return { features }
}

/** "2 limits changed"; null where everything is as the plan says. */
export function changedWords(limits: unknown): string | null {
  const many = Object.keys(toFields(limits)).length
  return many === 0 ? null : wordsNow(adminWords).plan.changed(many)
}
