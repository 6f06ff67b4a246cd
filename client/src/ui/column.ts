import { makeLook, useLook } from './look'

/** How wide a conversation is set: like the page of a book, or as wide as a screen for work. */
export type Column = 'book' | 'wide'

/** The style sheet knows what either comes to (`--column`). */
const column = makeLook<Column>('column', ['book', 'wide'])
export const { apply: applyColumn, choose: chooseColumn } = column

export function useColumn(): Column {
  return useLook(column)
}
