import { useWords } from '../../../language/words'
import { Button, IconButton } from '../../../ui/button'
import { CloseIcon, RightIcon } from '../../../ui/icons'
import { type Faults, hasFaults, newRow, type RuleRow } from './draft'
import { promptWords } from './words'

const boxed =
  'w-full rounded-lg border bg-raised px-2.5 py-1.5 font-mono text-[0.8125rem] leading-relaxed outline-offset-0'
const edge = (fault: string | undefined) =>
  fault ? 'border-rust' : 'border-line-strong hover:border-ink-faint'

interface RuleRowsProps {
  label: string
  hint: string
  rows: RuleRow[]
  faults: Faults
  /** What is wrong with the list as a whole. */
  fault: string | undefined
  onChange: (rows: RuleRow[]) => void
}

/** A list of regexes, one a line, each with the name by which a trace will tell of it. */
export function RuleRows({ label, hint, rows, faults, fault, onChange }: RuleRowsProps) {
  const says = useWords(promptWords)
  const isWrong = Boolean(fault) || hasFaults(faults, rows)
  const change = (row: RuleRow, part: Partial<RuleRow>) =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
  return (
    <details open={isWrong || undefined} className="group/rules border-line border-t">
      <summary className="flex items-baseline gap-2 py-3 hover:text-kelp-deep [&::-webkit-details-marker]:hidden">
        <RightIcon className="shrink-0 self-center text-ink-faint transition-transform group-open/rules:rotate-90" />
        <span className="font-medium text-[0.9375rem]">{label}</span>
        <span className="text-ink-faint text-sm">{says.rules(rows.length)}</span>
        {isWrong && <span className="ml-auto text-rust text-sm">{says.isWrong}</span>}
      </summary>
      <div className="mb-5 sm:ml-4">
        <p className="mb-3 text-pretty text-ink-faint text-sm">{hint}</p>
        {fault && (
          <p role="alert" className="mb-3 text-rust text-sm">
            {fault}
          </p>
        )}
        <ol aria-label={says.rulesOf(label)} className="flex flex-col gap-2.5">
          {rows.map((row, at) => (
            <Row
              key={row.key}
              row={row}
              name={says.rule(label, at + 1)}
              faults={faults}
              onChange={(part) => change(row, part)}
              onRemove={() => onChange(rows.filter((one) => one.key !== row.key))}
            />
          ))}
        </ol>
        <Button className="mt-3" onClick={() => onChange([...rows, newRow()])}>
          {says.addRule}
        </Button>
      </div>
    </details>
  )
}

interface RowProps {
  row: RuleRow
  name: string
  faults: Faults
  onChange: (part: Partial<RuleRow>) => void
  onRemove: () => void
}

function Row({ row, name, faults, onChange, onRemove }: RowProps) {
  const says = useWords(promptWords)
  const [badName, badPattern] = [faults[`${row.key}.name`], faults[`${row.key}.pattern`]]
  const note = `rule-${row.key}-note`
  const about = badName || badPattern ? { 'aria-describedby': note } : {}
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-2 gap-y-1.5 sm:grid-cols-[10rem_1fr_auto]">
      <input
        aria-label={says.ruleName(name)}
        aria-invalid={badName ? true : undefined}
        {...about}
        value={row.name}
        placeholder={says.name}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange({ name: event.target.value })}
        className={`${boxed} ${edge(badName)}`}
      />
      <textarea
        aria-label={says.rulePattern(name)}
        aria-invalid={badPattern ? true : undefined}
        {...about}
        value={row.pattern}
        placeholder={says.regex}
        rows={1}
        autoCapitalize="none"
        spellCheck={false}
        // A pattern is one line, however long; the box only folds it.
        onChange={(event) => onChange({ pattern: event.target.value.replace(/\r?\n/g, '') })}
        className={`${boxed} field-sizing-content order-last col-span-2 max-h-40 resize-none break-all sm:order-none sm:col-span-1 ${edge(badPattern)}`}
      />
      <IconButton label={says.removeRule(name)} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
      {(badName || badPattern) && (
        <p id={note} role="alert" className="order-last col-span-full text-rust text-sm">
          {[badName, badPattern].filter(Boolean).join(' ')}
        </p>
      )}
    </li>
  )
}
