import type { HandsFreeWords } from './words'

export const handsFree: HandsFreeWords = {
  region: (who) => `Gespräch mit ${who}`,
  opening: 'Warte auf das Mikrofon. Wenn dein Browser fragt, erlaube es.',
  listening: 'Ich höre zu. Sprich einfach.',
  hearing: 'Wird in Worte gefasst …',
  answering: (who) => `${who} antwortet …`,
  speaking: (who) => `${who} spricht. Sprich, um zu unterbrechen.`,
  held: 'Gerade hört niemand zu.',
  done: 'Fertig',
  interrupt: 'Unterbrechen',
  listen: 'Wieder zuhören',
  end: 'Beenden',
  endLabel: 'Gespräch beenden',
}
