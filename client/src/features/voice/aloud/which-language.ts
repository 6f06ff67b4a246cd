/** In which language a text is written, as far as its small words tell: so that it is read in a voice that can. */

/** Words that hardly another of these languages has. */
const SMALL: Record<string, string> = {
  en: 'the and of is are was were you your that this with for have has not it they we be will would which from what',
  de: 'der das und ist nicht ich du sie wir ihr ein eine einen dem den mit für auf auch sich von zu wird wurde oder aber',
  es: 'el los las y es que una por con para como pero más está este esta muy también su lo al cuando hay',
  fr: 'le les et est une des du que qui pour dans avec pas vous nous sur au ce cette mais je il elle sont',
  it: 'il gli che di è una per con non del della sono anche più questo questa ma nel alla come lo ci',
  pt: 'o os que não uma para com do da em mas mais você isso também está são ao pela seu sua no na',
  nl: 'het een en van is niet dat je zijn voor met op ook maar wordt deze dit naar bij ze wij hebben',
}

const TABLES = Object.entries(SMALL).map(([code, words]) => [code, new Set(words.split(' '))] as const)
const ENOUGH = 4000

export function languageOf(text: string, otherwise: string): string {
  const counts = new Map<string, number>()
  for (const [word] of text
    .slice(0, ENOUGH)
    .toLowerCase()
    .matchAll(/\p{L}+/gu))
    for (const [code, words] of TABLES) if (words.has(word)) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  // Where two say the same, it is most likely the one that is spoken here.
  if (!first || first[1] === second?.[1]) return otherwise
  return first[0]
}
