/** The words of a message, with what it names set apart from them. */
import { useWords } from '../../language/words'
import { readSaid } from './said'
import { PREFIXES } from './use-mentions'
import { mentionWords } from './words'

export function MentionedText({ text }: { text: string }) {
  const says = useWords(mentionWords)
  if (!text.includes('@')) return text
  let at = 0
  return readSaid(text, PREFIXES).map((piece) => {
    const key = at
    at += piece.text.length
    if (!('name' in piece)) return piece.text
    const kind = says.one[piece.prefix as keyof typeof says.one]
    return (
      <span
        key={key}
        data-testid="mention"
        title={kind}
        className="rounded-md bg-kelp-wash px-1.5 py-0.5 text-kelp [box-decoration-break:clone]"
      >
        <span className="sr-only">{kind} </span>
        {piece.name}
      </span>
    )
  })
}
