/**
 * Chats that are to be deleted, from the moment somebody says so until the server has done it. While it can be undone
 * nothing has happened yet. What is written down here outlives the page: a tab that crashes, or is closed without a
 * last word reaching the server, leaves its wish to the next page of the same person.
 */
const PREFIX = 'holdfast.deleting.'

export interface Removal {
  /** Deleted together. */
  ids: string[]
  /** What was learned from them goes too. */
  forgets: boolean
  /** Until then it is the business of the page it was said on. */
  heldUntil: number
}

export function readRemovals(personId: string): Removal[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + personId) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRemoval) : []
  } catch {
    return []
  }
}

export function keepRemoval(personId: string, removal: Removal): void {
  write(personId, [...readRemovals(personId).filter((one) => !isSame(one, removal)), removal])
}

export function dropRemoval(personId: string, removal: Removal): void {
  write(
    personId,
    readRemovals(personId).filter((one) => !isSame(one, removal)),
  )
}

export function isSame(one: Removal, other: Removal): boolean {
  return one.ids.join() === other.ids.join()
}

function write(personId: string, removals: Removal[]): void {
  try {
    if (removals.length === 0) localStorage.removeItem(PREFIX + personId)
    else localStorage.setItem(PREFIX + personId, JSON.stringify(removals))
  } catch {
    // Without storage the wish lives as long as its page, which sends it when it goes.
  }
}

function isRemoval(value: unknown): value is Removal {
  const { ids, forgets, heldUntil } = (value ?? {}) as Record<string, unknown>
  return Array.isArray(ids) && ids.length > 0 && typeof forgets === 'boolean' && typeof heldUntil === 'number'
}
