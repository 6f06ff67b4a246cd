/**
 * What one would read aloud of an answer, sentence by sentence: no marks, no addresses, a word in the place of code. Pure,
 * and the same for an answer that is still growing: what was said of it once is said no other way later.
 */

export interface Stand {
  code: string
  formula: string
}

/** A voice takes this much at once. */
const MOST_CHARACTERS = 900

export function sentencesOf(
  markdown: string,
  stand: Stand,
  { isWhole = true, language = 'en' }: { isWhole?: boolean; language?: string } = {},
): string[] {
  const sentences = linesOf(markdown, stand)
    .flatMap((line) => split(line, language))
    .flatMap(shortened)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  // The last one may be going on.
  return isWhole ? sentences : sentences.slice(0, -1)
}

/** The first words come alone, so that they are heard at once; the more has been said, the more is fetched together. */
export function together(sentences: readonly string[]): string[] {
  const pieces: string[] = []
  for (const sentence of sentences) {
    const last = pieces.at(-1)
    const most = pieces.length <= 1 ? 60 : pieces.length <= 3 ? 200 : 400
    if (last !== undefined && last.length + sentence.length < most)
      pieces[pieces.length - 1] = `${last} ${sentence}`
    else pieces.push(sentence)
  }
  return pieces
}

function linesOf(markdown: string, stand: Stand): string[] {
  const lines: string[] = []
  let isParagraph = false
  const line = (text: string) => {
    lines.push(text)
    isParagraph = false
  }
  for (const raw of withoutBlocks(markdown, stand)) {
    const text = raw.trim()
    if (text === '' || /^([-*_] ?){3,}$/.test(text)) {
      isParagraph = false
      continue
    }
    if (/^\|?[\s:|-]+\|[\s:|-]*$/.test(text)) continue // between the head of a table and its rows
    if (text.startsWith('|')) {
      line(
        text
          .split(/(?<!\\)\|/)
          .map((cell) => plain(cell).trim())
          .filter(Boolean)
          .join(', '),
      )
      continue
    }
    const block = /^(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|(\d{1,3})[.)]\s+)(.*)$/.exec(text)
    if (block) line(plain(`${block[1] ? `${block[1]}: ` : ''}${block[2] ?? ''}`))
    else if (isParagraph) lines.push(`${lines.pop() ?? ''} ${plain(text)}`)
    else {
      lines.push(plain(text))
      isParagraph = true
    }
    if (block && !text.startsWith('#')) isParagraph = true
  }
  return lines.map((text) => ended(text.replace(/\s+/g, ' ').trim()))
}

/** Line by line, with a word where code or a formula stood. */
function withoutBlocks(markdown: string, stand: Stand): string[] {
  const lines: string[] = []
  let fence: string | null = null
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s*(`{3,}|~{3,}|\$\$)/.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) || (fence === '$$' && line.trimEnd().endsWith('$$'))) fence = null
      continue
    }
    if (mark === undefined) {
      lines.push(line)
      continue
    }
    const isOneLine = mark === '$$' && line.trim().length > 4 && line.trimEnd().endsWith('$$')
    if (!isOneLine) fence = mark
    lines.push('', mark === '$$' ? stand.formula : stand.code, '')
  }
  return lines
}

function plain(text: string): string {
  return text
    .replace(/!?\[([^[\]]{0,300})\](?:\([^()\n]{0,1000}\)|\[[^[\]]{0,100}\])/g, '$1')
    .replace(/\[\^[^\]\s]{1,50}\]/g, '')
    .replace(/<?https?:\/\/[^\s<>]+>?/g, '')
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, ' ')
    .replace(/(?<!\\)(?:\*+|~~+|`+)(?=\S)|(?<=\S)(?<!\\)(?:\*+|~~+|`+)/g, '')
    .replace(/(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!|~$])/g, '$1')
    .replace(/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}]/gu, '')
}

/** A heading and an item of a list are sentences too, and are given a breath after them. */
function ended(text: string): string {
  return text === '' || /[.!?…:;,。！？]["'”’»)\]]*$/u.test(text) ? text : `${text}.`
}

const segmenters = new Map<string, Intl.Segmenter>()

function split(line: string, language: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return line.split(/(?<=[.!?…])\s+/)
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return [...segmenter.segment(line)].map(({ segment }) => segment.trim())
}

/** What no voice takes in one breath is cut at a comma, or else between words. */
function shortened(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > MOST_CHARACTERS) {
    const head = rest.slice(0, MOST_CHARACTERS)
    const at = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '))
    const cut = at > MOST_CHARACTERS / 3 ? at + 1 : Math.max(head.lastIndexOf(' '), 0) || MOST_CHARACTERS
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest ? [...parts, rest] : parts
}
