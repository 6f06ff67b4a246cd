import { describe, expect, test, vi } from 'vitest'
import { ApiError, ConnectionLost, NotReached } from '../../api/http'
import { delayBefore, recover } from './recovery'

const still = { wait: async () => {}, isCancelled: () => false }

describe('finding the way back to an answer', () => {
  test('rejoins at the first chance', async () => {
    const rejoin = vi.fn(async () => {})
    expect(await recover({ ...still, rejoin })).toBe('rejoined')
    expect(rejoin).toHaveBeenCalledExactlyOnceWith('stream')
  })

  test('tries the live stream three times, then polls', async () => {
    const ways: string[] = []
    const outcome = await recover({
      ...still,
      rejoin: async (by) => {
        ways.push(by)
        if (ways.length < 5) throw new ConnectionLost()
      },
    })
    expect(outcome).toBe('rejoined')
    expect(ways).toEqual(['stream', 'stream', 'stream', 'polling', 'polling'])
  })

  test('waits longer each time, and never longer than eight seconds', async () => {
    const waits: number[] = []
    await recover({
      isCancelled: () => false,
      wait: async (ms) => void waits.push(ms),
      rejoin: async () => Promise.reject(new NotReached()),
    })
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000, 8000, 8000])
    expect(delayBefore(30)).toBe(8000)
  })

  test('gives up after ten tries, and says so', async () => {
    const rejoin = vi.fn(async () => Promise.reject(new NotReached()))
    expect(await recover({ ...still, rejoin })).toBe('unreachable')
    expect(rejoin).toHaveBeenCalledTimes(10)
  })

  test('stops at a refusal: asking again would not change the answer', async () => {
    const rejoin = vi.fn(async () => Promise.reject(new ApiError(403, {}, null)))
    expect(await recover({ ...still, rejoin })).toBe('refused')
    expect(rejoin).toHaveBeenCalledTimes(1)
  })

  test('ends quietly when the person has left or stopped it', async () => {
    const rejoin = vi.fn(async () => {})
    expect(await recover({ ...still, isCancelled: () => true, rejoin })).toBe('cancelled')
    expect(rejoin).not.toHaveBeenCalled()
  })
})
