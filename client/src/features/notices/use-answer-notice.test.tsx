import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '../../ui/toast'
import { useAnswerNotice } from './use-answer-notice'

const told: string[] = []

class Notices {
  static permission: NotificationPermission = 'default'
  static async requestPermission(): Promise<NotificationPermission> {
    Notices.permission = 'granted'
    return 'granted'
  }
  onclick: (() => void) | null = null
  constructor(_title: string, options: { body: string }) {
    told.push(options.body)
  }
}

let seen: DocumentVisibilityState = 'visible'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Notification', Notices)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen)
  Notices.permission = 'default'
  seen = 'visible'
  told.length = 0
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Answer({ isBusy, isAnswered = true }: { isBusy: boolean; isAnswered?: boolean }) {
  useAnswerNotice(isBusy, 'Sophie', isAnswered)
  return null
}

function look(how: DocumentVisibilityState) {
  seen = how
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

/** A turn that took so long, with nobody looking at its end unless said otherwise. */
async function answer(
  seconds: number,
  { isAnswered = true, end = 'hidden' as DocumentVisibilityState } = {},
) {
  const page = (isBusy: boolean) => (
    <ToastProvider>
      <Answer isBusy={isBusy} isAnswered={isAnswered} />
    </ToastProvider>
  )
  const { rerender } = render(page(true))
  act(() => void vi.advanceTimersByTime(seconds * 1000))
  look(end)
  rerender(page(false))
  await act(async () => {})
}

const offer = () => screen.queryByText(/Long answer\?/)

test('whoever comes back from the first long answer is offered it, and told of the next', async () => {
  await answer(20)
  expect(offer()).toBeNull()
  look('visible')
  expect(offer()).toBeTruthy()
  fireEvent.click(screen.getByText('Yes, please'))
  await act(async () => {})
  await answer(20)
  expect(told).toEqual(['Sophie has answered.'])
})

test('an offer that was let go is not made again', async () => {
  await answer(20)
  look('visible')
  act(() => void vi.advanceTimersByTime(21_000))
  await answer(20)
  look('visible')
  expect(offer()).toBeNull()
  expect(told).toEqual([])
})

test.each([
  ['a short one', 5, {}],
  ['one that was watched', 20, { end: 'visible' as const }],
  ['one that failed', 20, { isAnswered: false }],
])('%s is no reason to ask', async (_, seconds, how) => {
  await answer(seconds, how)
  look('visible')
  expect(offer()).toBeNull()
})

test('where the system was told to show none, nobody is asked', async () => {
  Notices.permission = 'denied'
  await answer(20)
  look('visible')
  expect(offer()).toBeNull()
})
