/** Of all tools there are for this person: which of them the persona can use now, and why not the rest. */
import useSWR from 'swr'
import { connectionPaths, connections } from '../../api/connections'
import type { OfferedTool } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { Notice, TroubleText } from '../../ui/notice'
import { personaWords } from './words'

export function PersonaTools({ personaId }: { personaId: string }) {
  const words = useWords(personaWords)
  const says = words.usable
  const { data, error, mutate } = useSWR(
    connectionPaths.offered(personaId),
    () => connections.offered(personaId),
    { revalidateOnFocus: true },
  )
  const offered = data?.filter((one) => one.state === 'offered') ?? []
  const off = data?.filter((one) => one.state === 'off') ?? []
  return (
    <section aria-label={says.title} className="mt-10 max-w-2xl border-line border-t pt-6">
      <h2 className="font-semibold text-lg">{says.title}</h2>
      <p className="mt-0.5 text-pretty text-[0.9375rem] text-ink-faint">
        {says.lead}{' '}
        <Link href="/settings/connections" className="text-kelp underline hover:text-kelp-deep">
          {says.connect}
        </Link>
      </p>
      <div className="mt-3">
        {error !== undefined && !data && (
          <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{words.retry}</Button>}>
            <TroubleText error={error} />
          </Notice>
        )}
        {!data && error === undefined && (
          <p role="status" className="text-ink-faint">
            {words.loading}
          </p>
        )}
        {data && offered.length === 0 && <p className="text-ink-soft">{says.none}</p>}
        {offered.length > 0 && <Several title={says.can(offered.length)} tools={offered} />}
        {off.length > 0 && <Several title={says.cannot(off.length)} tools={off} />}
      </div>
    </section>
  )
}

function Several({ title, tools }: { title: string; tools: OfferedTool[] }) {
  return (
    <details className="mt-1">
      <summary className="w-fit rounded-md py-1 text-ink-soft text-sm hover:text-ink pointer-coarse:py-2.5">
        {title}
      </summary>
      <ul aria-label={title} className="mt-2 divide-y divide-line rounded-xl border border-line bg-raised">
        {tools.map((tool) => (
          <Tool key={tool.name} tool={tool} />
        ))}
      </ul>
    </details>
  )
}

function Tool({ tool }: { tool: OfferedTool }) {
  const says = useWords(personaWords).usable
  const { name, title, trust, reason, remedy, remedyAddress } = tool
  return (
    <li className="px-4 py-2.5 text-[0.9375rem]">
      <p className="break-words">
        <span className="font-medium">{title}</span>{' '}
        <code className="font-mono text-ink-faint text-xs">{name}</code>
        {trust && <span className="text-ink-soft text-sm"> · {trust === 'ask' ? says.asks : says.free}</span>}
      </p>
      {reason && (
        <p className="text-pretty text-ink-soft text-sm">
          {reason} {remedy}{' '}
          {remedyAddress && (
            <Link
              href={remedyAddress}
              aria-label={says.thereFor(title)}
              className="text-kelp underline hover:text-kelp-deep"
            >
              {says.there}
            </Link>
          )}
        </p>
      )}
    </li>
  )
}
