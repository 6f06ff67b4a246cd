/** How somebody talks at this browser. */
import useSWR from 'swr'
import { about, paths } from '../../../api/endpoints'
import { list, number } from '../../../language/formats'
import { LANGUAGES, spokenLanguage } from '../../../language/language'
import { useWords } from '../../../language/words'
import { Select } from '../../../ui/select'
import { Section } from '../../settings/section'
import { languageName } from '../language-name'
import { changeVoiceSettings, SPEEDS, useVoiceSettings, type VoiceSettings } from './voice-settings'
import { voiceSettingsWords } from './words'

export function VoicePart() {
  const says = useWords(voiceSettingsWords)
  const settings = useVoiceSettings()
  const { data: info } = useSWR(paths.info, about.info)
  const heard = info?.speech.heardLanguages ?? null
  return (
    <>
      <Section title={says.title} lead={says.lead}>
        <div className="flex flex-col gap-5">
          <fieldset>
            <legend className="mb-1.5 font-medium text-sm">{says.heard}</legend>
            {([false, true] as const).map((sendsAtOnce) => (
              <label key={`${sendsAtOnce}`} className="flex items-center gap-2.5 py-1.5 text-[0.9375rem]">
                <input
                  type="radio"
                  name="voice-heard"
                  checked={settings.sendsAtOnce === sendsAtOnce}
                  onChange={() => changeVoiceSettings({ sendsAtOnce })}
                  className="size-4 accent-(--kelp)"
                />
                {sendsAtOnce ? says.atOnce : says.intoBox}
              </label>
            ))}
          </fieldset>
          <div>
            <Select
              label={says.language}
              className="max-w-80"
              value={settings.language}
              onChange={(event) =>
                changeVoiceSettings({ language: event.target.value as VoiceSettings['language'] })
              }
            >
              <option value="page">{says.page(LANGUAGES[spokenLanguage()])}</option>
              {Object.entries(LANGUAGES).map(([code, name]) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </Select>
            {heard !== null && (
              <p className="mt-2 text-ink-faint text-sm">
                {heard.length === 0 ? says.deaf : says.onlyHears(list(heard.map(languageName)))}
              </p>
            )}
          </div>
        </div>
      </Section>
      <Section title={says.aloud} lead={says.aloudLead}>
        <Select
          label={says.speed}
          className="max-w-80"
          value={settings.speed}
          onChange={(event) =>
            changeVoiceSettings({ speed: SPEEDS.find((one) => `${one}` === event.target.value) ?? 1 })
          }
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed === 1 ? says.usual : says.times(number(speed))}
            </option>
          ))}
        </Select>
      </Section>
    </>
  )
}
