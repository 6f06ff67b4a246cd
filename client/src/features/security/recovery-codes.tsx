import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { useCopied } from '../../ui/copy'
import { uiWords } from '../../ui/words'
import { securityWords } from './words'

/** Told once. Whoever loses the phone needs one of them. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const ui = useWords(uiWords)
  const says = useWords(securityWords).recovery
  const [isCopied, copy] = useCopied()
  const text = codes.join('\n')
  return (
    <div role="status" className="rounded-xl border border-amber/40 bg-amber-wash p-4">
      <p className="font-medium">{says.keep}</p>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">{says.keepLead}</p>
      <ul
        aria-label={says.title}
        className="mt-3 grid gap-x-6 gap-y-1 rounded-lg border border-line bg-raised px-4 py-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="solid" onClick={() => copy(text)}>
          {isCopied ? ui.copied : ui.copy}
        </Button>
        <a
          download={says.file}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${location.host}\n\n${text}\n`)}`}
          className="inline-flex min-h-10 items-center rounded-lg border border-line-strong bg-raised px-4 font-medium text-[0.9375rem] hover:border-ink-faint"
        >
          {says.download}
        </a>
        <Button look="quiet" onClick={onDone}>
          {says.kept}
        </Button>
      </div>
    </div>
  )
}
