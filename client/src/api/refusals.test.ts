import { afterEach, describe, expect, test } from 'vitest'
import { applyLanguage } from '../language/language'
import { ApiError } from './http'
import { faultSentence, usageSentence } from './refusals'
import { describe as describeTrouble, inOneLine } from './sentences'
import type { UsageEntry } from './types'

afterEach(() => applyLanguage('en'))

function refused(code: string, message: string, details: unknown = null, status = 409) {
  return new ApiError(status, { code, message, details }, null)
}

function entry(used: number, limit: number | null): UsageEntry {
  return {
    feature: 'chats_per_day',
    used,
    limit,
    resetsAt: '2026-11-17T00:00:00Z',
    period: '2026-11-16',
    sentence: 'As the server says it.',
    wouldHelp: null,
  }
}

describe('what the server refuses', () => {
  test('is told in its own words in English, and in those of the page in another language', async () => {
    const error = refused(
      'dead_link',
      'This link was used already or has run out; ask for a new one.',
      null,
      404,
    )
    expect(inOneLine(error)).toBe('This link was used already or has run out; ask for a new one.')
    await applyLanguage('de')
    expect(inOneLine(error)).toMatch(/^Dieser Link wurde schon benutzt/)
    await applyLanguage('es')
    expect(inOneLine(error)).toMatch(/^Este enlace ya se usó/)
  })

  test('is told in the server’s words where the language has none for it', async () => {
    await applyLanguage('de')
    expect(inOneLine(refused('of_another_release', 'Something new is wrong'))).toBe('Something new is wrong.')
    expect(inOneLine(refused('toString', 'Something new is wrong'))).toBe('Something new is wrong.')
  })

  test('is told of what was kept as far as the sentence needs no number', async () => {
    const fault = (code: string) => ({ code, message: 'As the server says it.' })
    expect(faultSentence(fault('no_feed'))).toBe('As the server says it.')
    await applyLanguage('de')
    expect(faultSentence(fault('no_feed'))).toMatch(/kein RSS- oder Atom-Feed/)
    expect(faultSentence(fault('quota_exhausted'))).toBe('As the server says it.')
    expect(faultSentence(fault('toString'))).toBe('As the server says it.')
  })

  test('keeps its numbers', async () => {
    await applyLanguage('de')
    const long = refused('message_too_large', 'Long.', { tokens: 12_000, limit: 8000 }, 413)
    expect(inOneLine(long)).toMatch(/12\.000 Token lang, und 8\.000 passen/)
    expect(inOneLine(refused('message_too_large', 'Long.', { tokens: 12, limit: 0 }, 413))).toMatch(
      /keinen Platz/,
    )
    await applyLanguage('es')
    expect(inOneLine(refused('too_many_images', 'Many.', { images: 12, limit: 1 }, 422))).toMatch(
      /1 imagen\./,
    )
  })

  test('says what ran out, when it comes back and which plan has more', async () => {
    await applyLanguage('de')
    const details = {
      feature: 'chats_per_day',
      used: 20,
      limit: 20,
      resetsAt: '2026-11-17T00:00:00Z',
      wouldHelp: 'pro',
    }
    const { sentence, advice, retryAt } = describeTrouble(refused('quota_exhausted', 'All.', details, 429))
    expect(sentence).toMatch(
      /^Verbraucht: 20 Nachrichten für heute\. Neue gibt es ab .*2026.* Der Tarif „pro“ hat mehr/,
    )
    expect([advice, retryAt]).toEqual([null, null])
  })
})

describe('how much is left', () => {
  test('is what the server says in English', () => {
    expect(usageSentence(entry(17, 20))).toBe('As the server says it.')
  })

  test.each([
    ['de', entry(17, 20), /^Noch 3 von 20 Nachrichten für heute\. Neue gibt es ab /],
    ['de', entry(1, 1), /^Verbraucht: 1 Nachricht für heute\./],
    ['es', entry(17, 20), /^Quedan 3 de 20 mensajes para hoy\./],
    ['es', entry(20, 20), /^Has agotado 20 mensajes para hoy\./],
  ] as const)('in %s is counted by its plurals', async (language, given, words) => {
    await applyLanguage(language)
    expect(usageSentence(given)).toMatch(words)
  })
})
