import { describe, expect, test } from 'vitest'
import { allOf, extended, NOTHING, toggled, within } from './selection'

const order = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort()

describe('several chats', () => {
  test('are chosen one by one, and let go again', () => {
    const two = toggled(toggled(NOTHING, 'a'), 'c')
    expect(ids(two)).toEqual(['a', 'c'])
    expect(ids(toggled(two, 'a'))).toEqual(['c'])
  })

  test('are chosen as a range from the last one, in either direction, and what was chosen before stays', () => {
    const from = toggled(toggled(NOTHING, 'e'), 'b')
    expect(ids(extended(from, 'd', order))).toEqual(['b', 'c', 'd', 'e'])
    expect(ids(extended(from, 'a', order))).toEqual(['a', 'b', 'e'])
    expect(ids(extended(NOTHING, 'b', order))).toEqual(['b'])
  })

  test('are all chosen, and none where all are', () => {
    const all = allOf(NOTHING, order)
    expect(ids(all)).toEqual(order)
    expect(ids(allOf(all, order))).toEqual([])
  })

  test('that have left the list are chosen no more', () => {
    expect(within(toggled(toggled(NOTHING, 'a'), 'x'), order)).toEqual(['a'])
  })
})
