import { describe, expect, test } from 'vitest'
import { choicesFor, everyInWords } from './every'
import { libraryWords } from './words'

describe('how often a source is fetched', () => {
  test('is offered as often as its kind may be, with what it is now among it', () => {
    expect(choicesFor('feed')).toEqual([15, 60, 360, 1440, 10_080])
    expect(choicesFor('folder')).toEqual([1, 5, 15, 60, 360, 1440, 10_080])
    expect(choicesFor('page', 90)).toEqual([15, 60, 90, 360, 1440, 10_080])
  })

  test('is said in the largest measure that fits', () => {
    const said = [1, 15, 60, 90, 360, 1440, 10_080].map((one) =>
      everyInWords(one, libraryWords.english.sources.every),
    )
    expect(said).toEqual([
      'every minute',
      'every 15 minutes',
      'every hour',
      'every 90 minutes',
      'every 6 hours',
      'every day',
      'every 7 days',
    ])
  })
})
