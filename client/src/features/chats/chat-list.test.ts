import { describe, expect, test } from 'vitest'
import type { ChatSummary } from '../../api/types'
import { arrange, type ChatList, changeList, emptyList, plain } from './chat-list'

const now = new Date('2026-11-15T12:00:00')
const chat = (id: string, daysAgo: number, title = id): ChatSummary => {
  const at = new Date(now.getTime() - daysAgo * 86_400_000).toISOString()
  const rest = {
    visibility: 'private',
    sharedAt: null,
    memory: 'on',
    isPinned: false,
    isArchived: false,
    folder: null,
  } as const
  return { id, title, personaId: 'p', createdAt: at, updatedAt: at, ...rest }
}
const listOf = (...chats: ChatSummary[]): ChatList =>
  changeList(emptyList, { type: 'page', page: { chats, nextCursor: 'next' }, isFirst: true })
const ids = (list: ChatList) =>
  arrange(list, [], new Set(), now).days.flatMap((group) => group.chats.map((one) => one.id))

describe('the list of chats', () => {
  test('stands under the day it was last touched, newest first', () => {
    const list = listOf(chat('old', 60), chat('today', 0), chat('yesterday', 1), chat('week', 4))
    expect(arrange(list, [], new Set(), now).days.map((group) => group.day)).toEqual([
      'today',
      'yesterday',
      'week',
      'earlier',
    ])
  })

  test('has each chat once: pinned before its folder, its folder before its day, and what stands apart not at all', () => {
    const list = listOf(
      { ...chat('pinned', 3), isPinned: true, folder: 'Home' },
      { ...chat('inside', 2), folder: 'Home' },
      { ...chat('fresh', 0), folder: 'A new one' },
      { ...chat('away', 0), isArchived: true },
      chat('sophie', 0),
      chat('plain', 0),
    )
    const folders = [
      { name: 'Home', chats: 3, archived: 1 },
      { name: 'Empty', chats: 0, archived: 0 },
    ]
    const found = arrange(list, folders, new Set(['sophie']), now)
    expect(found.pinned.map((one) => one.id)).toEqual(['pinned'])
    expect(found.folders.map(({ name, count, chats }) => [name, count, chats.map((one) => one.id)])).toEqual([
      ['A new one', 1, ['fresh']],
      ['Empty', 0, []],
      ['Home', 2, ['inside']],
    ])
    expect(found.days.flatMap((group) => group.chats.map((one) => one.id))).toEqual(['plain'])
  })

  test('hides a deleted chat at once and brings it back on undo', () => {
    const list = listOf(chat('a', 0), chat('b', 1))
    const hidden = changeList(list, { type: 'hide', ids: ['a'] })
    expect(ids(hidden)).toEqual(['b'])
    expect(ids(changeList(hidden, { type: 'show', ids: ['a'] }))).toEqual(['a', 'b'])
  })

  test('keeps the pages scrolled to when the first is refreshed', () => {
    const more = changeList(listOf(chat('a', 0)), {
      type: 'page',
      page: { chats: [chat('b', 1)], nextCursor: null },
      isFirst: false,
    })
    const fresh = changeList(more, {
      type: 'page',
      page: { chats: [chat('a', 0, 'Renamed')], nextCursor: 'next' },
      isFirst: true,
    })
    expect(ids(fresh)).toEqual(['a', 'b'])
    expect(fresh.chats[0]?.title).toBe('Renamed')
    expect(fresh.isComplete).toBe(true)
  })

  test('lets go of what was deleted elsewhere, and of nothing that lies on further pages or has just begun', () => {
    const more = changeList(listOf(chat('a', 0), chat('gone', 1), chat('b', 2)), {
      type: 'page',
      page: { chats: [chat('old', 9)], nextCursor: null },
      isFirst: false,
    })
    const begun = changeList(more, { type: 'put', chats: [chat('begun', 0)] })
    const first = { chats: [chat('a', 0), chat('b', 2)], nextCursor: 'next' }
    const fresh = changeList(begun, { type: 'page', page: first, isFirst: true })
    expect(ids(fresh).sort()).toEqual(['a', 'b', 'begun', 'old'])
    const whole = { chats: [chat('a', 0)], nextCursor: null }
    expect(ids(changeList(fresh, { type: 'page', page: whole, isFirst: true })).sort()).toEqual([
      'a',
      'begun',
    ])
  })

  test.each(['INVOICE', 'invoice', 'ınvoıce', 'İnvoice', 'résumé', 'RESUME'])('finds %s', (typed) => {
    expect(plain('Invoice for my Résumé')).toContain(plain(typed))
  })

  test('does not complain when only a refresh behind it failed', () => {
    expect(changeList(listOf(chat('a', 0)), { type: 'failed', isFirst: true }).status).toBe('ready')
    expect(changeList(emptyList, { type: 'failed', isFirst: true }).status).toBe('failed')
  })
})
