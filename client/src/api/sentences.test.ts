import { expect, describe as group, test } from 'vitest'
import { ApiError, ConnectionLost, NotReached, readRetryAfter } from './http'
import { describe, inOneLine, waitInWords } from './sentences'

const now = new Date('2026-11-15T12:00:00Z')
const refused = (status: number, message?: string, retryAt: Date | null = null) =>
  new ApiError(status, message ? { message } : {}, retryAt)

group('a fault in words', () => {
  test.each([
    [new NotReached(), /cannot be reached.*Check that it is running/],
    [new ConnectionLost(), /connection was lost.*Try again to rejoin/],
    [refused(401), /session has ended\. Sign in again/],
    [refused(403), /belongs to someone else\./],
    [refused(404), /could not be found\..*deleted/],
    [refused(413), /larger than Holdfast can take.*Shorten it/],
    [refused(422), /could not accept that/],
    [refused(429), /a little fast.*Wait a moment/],
    [refused(500), /failed on the server\. Nothing you wrote is lost\. Try again/],
    [refused(503), /cannot do this right now\. Try again in a moment/],
    [new Error('Cannot read properties of undefined'), /went wrong in this page.*Reload/],
  ])('%s says what happened and what to do', (error, words) => {
    expect(inOneLine(error)).toMatch(words)
  })

  test('lets the server speak where it has something to say', () => {
    expect(inOneLine(refused(503, 'Connect a tool server first'))).toBe('Connect a tool server first.')
    expect(inOneLine(refused(429, 'You have used today’s 20 chats.'))).toContain('today’s 20 chats')
  })

  test('never shows the words of a fault inside the page', () => {
    expect(inOneLine(new Error('secret detail'))).not.toContain('secret')
  })

  test('says when, not how, once the server named a time', () => {
    const at = new Date(now.getTime() + 42_000)
    expect(describe(refused(429, 'Enough for now.', at))).toEqual({
      sentence: 'Enough for now.',
      advice: null,
      retryAt: at,
    })
  })
})

group('the wait', () => {
  const after = (seconds: number) => waitInWords(new Date(now.getTime() + seconds * 1000), now)
  test('is told as people would', () => {
    expect(after(1)).toBe('in 1 second')
    expect(after(42)).toBe('in 42 seconds')
    expect(after(600)).toBe('in 10 minutes')
    expect(after(4 * 3600)).toMatch(/^(at|on) /)
    expect(after(0)).toBeNull()
  })

  test('is read from seconds and from dates', () => {
    expect(readRetryAfter('30', now)).toEqual(new Date('2026-11-15T12:00:30Z'))
    expect(readRetryAfter('Sun, 15 Nov 2026 12:05:00 GMT', now)).toEqual(new Date('2026-11-15T12:05:00Z'))
    expect(readRetryAfter('soon', now)).toBeNull()
    expect(readRetryAfter(null, now)).toBeNull()
  })
})
