/** Whom one meets in a chat. The same values each time: rows that are given them are not drawn anew. */
import type { Person, Persona } from '../../api/types'
import type { Somebody } from '../../ui/face'

const known = new Map<string, Somebody>()

function somebody(kind: Somebody['kind'], id: string, name: string): Somebody {
  const key = `${kind} ${id} ${name}`
  const found = known.get(key) ?? { kind, id, name }
  known.set(key, found)
  return found
}

export function faceOfPersona(persona: Pick<Persona, 'id' | 'name'> | null): Somebody {
  return somebody('persona', persona?.id ?? 'assistant', persona?.name ?? 'Holdfast')
}

export function faceOfPerson({ id, name, email }: Pick<Person, 'id' | 'name' | 'email'>): Somebody {
  return somebody('person', id, name?.trim() || email || '?')
}

/** Of whoever shares a chat no more is told than the name. */
export function faceOfAuthor(name: string): Somebody {
  return somebody('person', name, name)
}
