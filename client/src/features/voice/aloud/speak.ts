/** Who speaks, and what of a text is said: the house's own voice first, the browser's where there is none. */
import { about } from '../../../api/endpoints'
import { spokenLanguage } from '../../../language/language'
import { wordsNow } from '../../../language/words'
import { voiceSettings } from '../settings/voice-settings'
import { Speaker, type SpeakerParts } from './speaker'
import { sentencesOf, together } from './spoken'
import { browserVoice, houseVoice } from './voices'
import { languageOf } from './which-language'
import { aloudWords } from './words'

type Told = Pick<SpeakerParts, 'onChange' | 'onFailure'>

/** A whole text, read from its beginning to its end. */
export function speakerOf(said: { text: string; personaId: string | null }, told: Told): Speaker {
  const language = languageOf(said.text, spokenLanguage())
  const speaker = openSpeaker({ language, personaId: said.personaId }, told)
  speaker.add(...together(sentencesOf(said.text, wordsNow(aloudWords).stand, { language })))
  speaker.end()
  return speaker
}

/** One that is given its words as they come. */
export function openSpeaker(how: { language: string; personaId: string | null }, told: Told): Speaker {
  const spoken = { ...how, speed: () => voiceSettings().speed }
  const voices = [
    async () => ((await about.info()).speech.hasVoice ? houseVoice(spoken) : null),
    () => browserVoice(spoken),
  ]
  return new Speaker({ voices, ...told })
}
