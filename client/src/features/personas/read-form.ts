/** What stands in the form of a persona, as the server takes it. What the form does not show stays as it was. */
import type { PersonaFields, PersonaProfile } from '../../api/types'

export const MOST_OF_KERNEL = 60_000
export const BLOCKS = [
  'posture',
  'overlay',
  'bridge',
  'handover',
  'ops',
  'envelope',
  'knowledge',
  'recall',
] as const
export const RECALLS = ['always', 'librarian', 'never'] as const
export const LEARNS = ['turn', 'session'] as const
export const SCOPES = ['chat', 'session'] as const
export const SPEAKS = ['when_spoken_to', 'always', 'never'] as const
export const POLICIES = ['open', 'actionable'] as const
export const CRASHES = ['interrupt', 'regenerate'] as const

export function readForm(
  given: FormData,
  first: PersonaFields | undefined,
  profiles: PersonaProfile[],
): PersonaFields {
  const told = (name: string) => String(given.get(name) ?? '').trim()
  const one = <T extends string>(name: string, of: readonly T[]) =>
    of.find((value) => value === told(name)) ?? (of[0] as T)
  const number = (name: string, otherwise: number) => (told(name) === '' ? otherwise : Number(told(name)))
  const orNull = (name: string) => (told(name) === '' ? null : Number(told(name)))
  const has = (name: string) => given.get(name) === 'on'
  return {
    ...first,
    name: told('name'),
    description: told('description'),
    kernel: told('kernel'),
    isPerpetual: has('perpetual'),
    sessionGapMinutes: number('gap', 5),
    blocks: BLOCKS.filter((block) => has(`block-${block}`)),
    tools: listed(told('tools')),
    history: { scope: one('scope', SCOPES), messages: number('messages', 50) },
    answering: {
      models: listed(told('models')),
      temperature: orNull('temperature'),
      maxOutputTokens: number('longest', 4096),
      promptTokens: number('prompt', 24_000),
      toolRounds: number('rounds', 8),
      thinkingTokens: orNull('thinking'),
      preflight: has('preflight'),
      onCrash: one('crash', CRASHES),
    },
    voice: { speaks: one('speaks', SPEAKS), name: told('voice') || null },
    memory: { recall: one('recall', RECALLS), learn: one('learn', LEARNS) },
    routing: { policy: one('policy', POLICIES), canReports: has('can') },
    knowledge: { namespaces: listed(told('namespaces')) },
    profiles,
  } as PersonaFields
}

/** Names with commas or line breaks between them. */
export function listed(text: string): string[] {
  const names = text.split(/[,\n]/).map((name) => name.trim())
  return [...new Set(names.filter(Boolean))]
}

/** An id that no other of these has, from what people call it. */
export function idFor(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
  const base = plain || 'side'
  if (!taken.includes(base)) return base
  let number = 2
  while (taken.includes(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
