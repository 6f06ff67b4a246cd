import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  dropArrived,
  forgetDrafts,
  hasDraft,
  keepDraft,
  markAccepted,
  markSent,
  moveDraft,
  readDraft,
  takeAlong,
} from './drafts'
import { useDraft } from './use-draft'

const words = (text: string) => ({ text, files: [] })
const stored = (id: string) => [{ id, role: 'user' as const, parts: [] }]

describe('a draft', () => {
  test('survives a reload, for its own chat only', () => {
    keepDraft('c1', words('half a thought'))
    expect(readDraft('c1')).toEqual(words('half a thought'))
    expect(readDraft('c2')).toEqual(words(''))
  })

  test('goes on in another chat when its own is gone, before what was typed there', () => {
    keepDraft('c1', words('to the deleted chat'))
    keepDraft('new', words('half a thought'))
    takeAlong('c1', 'new')
    expect(readDraft('new')).toEqual(words('to the deleted chat\n\nhalf a thought'))
    expect(hasDraft('c1')).toBe(false)
  })

  test('comes back after a reload when it was sent and never arrived', () => {
    markSent('c1', 'm1', words('on its way'))
    dropArrived('c1', stored('another'))
    expect(readDraft('c1').text).toBe('on its way')
  })

  test('does not come back when it had arrived after all', () => {
    markSent('c1', 'm1', words('on its way'))
    dropArrived('c1', stored('m1'))
    expect(hasDraft('c1')).toBe(false)
  })

  test('is gone once the server has accepted it, and what was typed since is not', () => {
    markSent('c1', 'm1', words('first'))
    keepDraft('c1', words('second'))
    markAccepted('c1')
    expect(readDraft('c1').text).toBe('second')
  })

  test('typed while the first words of a chat were on their way goes with that chat', () => {
    markSent('new', 'm1', words('first'))
    keepDraft('new', words('second'))
    markAccepted('new')
    moveDraft('new', 'c1')
    expect(readDraft('c1').text).toBe('second')
    expect(hasDraft('new')).toBe(false)
  })

  test('leaves nothing behind on signing out', () => {
    keepDraft('c1', words('private'))
    localStorage.setItem('holdfast.theme', 'dark')
    forgetDrafts()
    expect(Object.keys(localStorage)).toEqual(['holdfast.theme'])
  })

  test('does without storage where there is none', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(() => keepDraft('c1', words('x'))).not.toThrow()
  })

  test('is kept with every change of the box, and given back before what was typed meanwhile', () => {
    const { result } = renderHook(() => useDraft('c1'))
    act(() => result.current.change(words('new words')))
    act(() => result.current.giveBack(words('old words')))
    expect(result.current.words.text).toBe('old words\n\nnew words')
    expect(readDraft('c1').text).toBe('old words\n\nnew words')
  })
})
