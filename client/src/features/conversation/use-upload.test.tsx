/** What a message takes is told before anything is uploaded. Only `fetch` is faked. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Attachment } from './messages'
import { MOST_IMAGES, useUpload } from './use-upload'

const fetched = vi.fn(() =>
  Promise.resolve(Response.json({ id: 'f', filename: 'p.png', mediaType: 'image/png', bytes: 3 })),
)
const held = (count: number, bytes = 10): Attachment[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    filename: 'p.png',
    mediaType: 'image/png',
    bytes,
  }))
const picture = (name: string) => new File(['abc'], name, { type: 'image/png' })

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockClear()
})

test('the ninth image is refused by name, and the eighth is taken', async () => {
  const onDone = vi.fn()
  const { result } = renderHook(() => useUpload(held(MOST_IMAGES - 1), onDone))
  await act(() => result.current.add([picture('eighth.png'), picture('ninth.png')]))
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(result.current.troubles).toEqual([expect.stringMatching(/8 images and 20 MB.*ninth\.png/)])
})

test('what would be too many bytes together is not sent at all', async () => {
  const { result } = renderHook(() => useUpload(held(1, 20_000_000), vi.fn()))
  await act(() => result.current.add([picture('one.png')]))
  expect(fetched).not.toHaveBeenCalled()
  expect(result.current.troubles[0]).toContain('20 MB')
})

test('each file that is refused is named, until somebody writes on', async () => {
  const { result } = renderHook(() => useUpload(held(MOST_IMAGES), vi.fn()))
  await act(() => result.current.add([picture('a.png'), picture('b.png')]))
  expect(result.current.troubles).toEqual([
    expect.stringContaining('“a.png”'),
    expect.stringContaining('“b.png”'),
  ])
  act(() => result.current.forgive())
  expect(result.current.troubles).toEqual([])
})
