import { describe, expect, it } from 'vitest'
import { changeVoiceSettings, heardIn, voiceSettings, wantedLanguage } from './voice-settings'

describe('how somebody talks', () => {
  it('is kept at this browser', () => {
    changeVoiceSettings({ sendsAtOnce: true, language: 'de' })
    expect(JSON.parse(localStorage.getItem('holdfast.voice') ?? '')).toMatchObject({ sendsAtOnce: true })
    expect(voiceSettings().sendsAtOnce).toBe(true)
    expect(wantedLanguage()).toBe('de')
    changeVoiceSettings({ sendsAtOnce: false, language: 'page' })
    expect(wantedLanguage()).toBe('en')
  })

  it('is heard in the language that is wanted, where there are ears for it', () => {
    expect(heardIn(null, 'de')).toEqual({ language: 'de', isOther: false })
    expect(heardIn(['en', 'de'], 'de')).toEqual({ language: 'de', isOther: false })
    expect(heardIn(['en'], 'de')).toEqual({ language: 'en', isOther: true })
    expect(heardIn([], 'de')).toEqual({ language: null, isOther: true })
  })
})
