/** Several chats chosen, by the mouse or by keys. Pure. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Where a range begins: the last one that was chosen by itself. */
  anchor: string | null
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Everything from the anchor to here as well, in the order they stand in. */
export function extended({ ids, anchor }: Selection, id: string, order: string[]): Selection {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from === -1 || to === -1) return toggled({ ids, anchor }, id)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...ids, ...range]), anchor }
}

/** All of them; or, where all are chosen already, none. */
export function allOf({ ids, anchor }: Selection, order: string[]): Selection {
  return order.every((id) => ids.has(id)) ? NOTHING : { ids: new Set(order), anchor }
}

/** What has left the list meanwhile is chosen no more. */
export function within(selection: Selection, order: string[]): string[] {
  return order.filter((id) => selection.ids.has(id))
}
