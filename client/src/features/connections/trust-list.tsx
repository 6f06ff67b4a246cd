/** What was allowed for longer than once, in one chat or everywhere; each can be taken back. */
import useSWR from 'swr'
import { connectionPaths } from '../../api/connections'
import { tools } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import type { Connection, ToolTrustEntry } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { day } from '../../ui/dates'
import { Notice, TroubleText } from '../../ui/notice'
import { useToasts } from '../../ui/toast'
import { Section } from '../settings/section'
import { useTrustsChanged } from './use-connections'
import { connectionWords } from './words'

const HOUSE = 'holdfast'

export function TrustList({ servers }: { servers: Connection[] }) {
  const words = useWords(connectionWords)
  const says = words.trusted
  const { data, error, mutate } = useSWR(connectionPaths.trusts, tools.trusts, { revalidateOnMount: true })
  const { show } = useToasts()
  const changed = useTrustsChanged()

  async function revoke(trust: ToolTrustEntry) {
    try {
      await tools.distrust(trust.id)
      show(says.revoked(trust.title))
    } catch (failure) {
      show(inOneLine(failure))
    }
    await changed()
  }

  return (
    <Section title={says.title} lead={says.lead}>
      {error !== undefined && !data && (
        <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{words.again}</Button>}>
          <TroubleText error={error} />
        </Notice>
      )}
      {data?.length === 0 && <p className="text-ink-soft text-[0.9375rem]">{says.none}</p>}
      {data && data.length > 0 && (
        <ul aria-label={says.list} className="divide-y divide-line border-line border-y">
          {data.map((one) => (
            <li key={one.id} data-testid="trust" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="break-words font-medium">{one.title}</p>
                <p className="text-ink-faint text-sm">
                  <Whose source={one.source} servers={servers} /> ·{' '}
                  {one.chatId ? (
                    <Link href={`/chat/${one.chatId}`} className="underline hover:text-ink">
                      {says.inChat}
                    </Link>
                  ) : (
                    says.everywhere
                  )}{' '}
                  · {says.since(day(one.createdAt))}
                </p>
              </div>
              <Button aria-label={says.revokeOne(one.title)} onClick={() => void revoke(one)}>
                {says.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Whose({ source, servers }: { source: string; servers: Connection[] }) {
  const says = useWords(connectionWords).trusted
  if (source === HOUSE) return says.house
  return servers.find((one) => source === `mcp:${one.id}`)?.name ?? says.gone
}
