import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../api/http'
import type { PromptSettings } from '../../../api/types'
import { changedFields, newRow, readFaults, tidy, toDraft, toSettings } from './draft'

const settings: PromptSettings = {
  thinPrompt: 'Act with care.',
  conversational: [{ name: 'says_no', pattern: 'never' }],
  actionable: [
    { name: 'send', pattern: 'send (' },
    { name: 'Tell', pattern: 'tell' },
  ],
  actionEntities: ['dispatch', 'call off'],
  canRequests: [],
  historyTokens: 6000,
  promptTokens: 12000,
}
const refusal = (details: unknown, status = 422) => new ApiError(status, { code: 'x', details }, null)

describe('a draft of the settings', () => {
  test('comes back as what it was made of', () => {
    expect(toSettings(toDraft(settings))).toEqual(settings)
    expect(changedFields(settings, toSettings(toDraft(settings)))).toEqual([])
  })

  test('loses empty rows and lines, and keeps the blanks inside a pattern', () => {
    const draft = toDraft(settings)
    draft.actionable.unshift(newRow())
    draft.conversational.push(newRow({ name: ' spaced ', pattern: ' a b ' }))
    draft.actionEntities = '\n dispatch \n\ncall off\n'
    const sent = toSettings(tidy(draft))
    expect(sent.actionable).toEqual(settings.actionable)
    expect(sent.conversational[1]).toEqual({ name: 'spaced', pattern: ' a b ' })
    expect(sent.actionEntities).toEqual(['dispatch', 'call off'])
  })

  test('says in words which parts differ', () => {
    expect(changedFields(settings, { ...settings, thinPrompt: '', promptTokens: 900 })).toEqual([
      'Thin system prompt',
      'Whole prompt, in tokens',
    ])
  })
})

describe('what the server found wrong', () => {
  const draft = toDraft(settings)
  const [send, tell] = draft.actionable

  test('stands at the row it is about, by pattern and by name', () => {
    const faults = readFaults(
      refusal([
        { field: 'settings.actionable.0.pattern', rule: 'send', problem: 'missing )' },
        { field: 'body.settings.actionable.1.name', problem: 'string_pattern_mismatch' },
      ]),
      draft,
    )
    expect(faults?.[`${send?.key}.pattern`]).toBe('Missing ).')
    expect(faults?.[`${tell?.key}.name`]).toMatch(/small letters/)
  })

  test('names the list, the line and the field where there is no row', () => {
    const faults = readFaults(
      refusal([
        { field: 'settings.canRequests', rule: '', problem: 'two rules have the same name' },
        { field: 'body.settings.actionEntities.1', problem: 'string_pattern_mismatch' },
        { field: 'body.settings.promptTokens', problem: 'greater_than_equal' },
      ]),
      draft,
    )
    expect(faults).toEqual({
      canRequests: 'Two rules have the same name.',
      actionEntities: expect.stringMatching(/^Line 2: Letters/),
      promptTokens: 'Between 500 and 1,000,000.',
    })
  })

  test('is not guessed where the error is about something else', () => {
    expect(readFaults(refusal([], 409), draft)).toBeNull()
    expect(readFaults(refusal(null), draft)).toBeNull()
    expect(readFaults(new TypeError('x'), draft)).toBeNull()
  })
})
