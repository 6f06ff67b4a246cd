/**
 * What is noted in English about somebody, told to them: "Lives in Porto" becomes "You live in Porto". It follows the
 * language of the note, not that of the page. Null for what is no such sentence.
 */
export function toSecondPerson(noted: string): string | null {
  const [first = '', ...rest] = noted.split(' ')
  if (first === 'Favorite') return ['Your favorite', ...rest].join(' ')
  const verb = secondPerson(first.toLowerCase())
  return verb ? ['You', verb, ...rest].join(' ') : null
}

const IRREGULAR: Record<string, string> = { is: 'are', has: 'have', was: 'were', does: 'do' }
/** Words that stay as they are, and those that only look like a verb. */
const PAST =
  /(ed|ought|aught)$|^(can|could|will|would|may|might|must|used|had|got|went|gave|took|met|paid|ran|swam|built|made|wrote|sold|won|lost|left|began|found|held|kept|knew|grew|saw|told|said|spent|taught|became|hurt|quit)$/
const NO_VERB = /^(always|sometimes|perhaps|besides|his|hers|ours|theirs|this|thus|yes|its|as|us|plus|minus)$/

function secondPerson(verb: string): string | null {
  if (IRREGULAR[verb]) return IRREGULAR[verb]
  if (NO_VERB.test(verb)) return null
  if (PAST.test(verb)) return verb
  if (/.{2}ies$/.test(verb)) return `${verb.slice(0, -3)}y`
  if (/(ss|sh|ch|x|zz|o)es$/.test(verb)) return verb.slice(0, -2)
  return /[^su']s$/.test(verb) ? verb.slice(0, -1) : null
}
