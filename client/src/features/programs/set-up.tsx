/** The exact lines for a program, with the address of this installation in them. */
import { useState } from 'react'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { CopyButton, useCopied } from '../../ui/copy'
import { Select } from '../../ui/select'
import { ASKS_BY_PAGE, linesFor, NAMES, PROGRAMS, type ProgramName } from './setup'
import { programsWords } from './words'

export function SetUp({ address }: { address: string }) {
  const says = useWords(programsWords).setup
  const [program, setProgram] = useState<ProgramName>('claude-code')
  const [wantsKey, setWantsKey] = useState(false)
  const [isCopied, copy] = useCopied()
  const canAsk = ASKS_BY_PAGE.includes(program)
  const withKey = wantsKey || !canAsk
  const lines = linesFor(program, address, withKey)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-medium text-sm">{says.address}</p>
        <div className="mt-1 flex items-center gap-2">
          <code data-testid="mcp-address" className="min-w-0 break-all font-mono text-sm">
            {address}
          </code>
          <CopyButton text={address} />
        </div>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={says.program}
          value={program}
          onChange={(event) => setProgram(event.currentTarget.value as ProgramName)}
        >
          {PROGRAMS.map((one) => (
            <option key={one} value={one}>
              {NAMES[one]}
            </option>
          ))}
        </Select>
        <Select
          label={says.way}
          value={withKey ? 'key' : 'page'}
          disabled={!canAsk}
          onChange={(event) => setWantsKey(event.currentTarget.value === 'key')}
        >
          <option value="page">{says.byPage}</option>
          <option value="key">{says.byKey}</option>
        </Select>
      </div>
      <div className="rounded-xl border border-line bg-raised">
        <pre
          data-testid="mcp-lines"
          className="overflow-x-auto whitespace-pre-wrap break-all p-4 font-mono text-[0.8125rem]"
        >
          {lines}
        </pre>
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3">
          <p className="min-w-0 flex-1 basis-56 text-pretty text-ink-faint text-sm">{says.where[program]}</p>
          <Button onClick={() => copy(lines)}>{isCopied ? says.copied : says.copy}</Button>
        </div>
      </div>
      {withKey && <p className="max-w-prose text-pretty text-ink-faint text-sm">{says.key}</p>}
    </div>
  )
}
