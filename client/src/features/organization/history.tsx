import { organizations, paths } from '../../api/endpoints'
import type { Organization } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { More } from '../../ui/more'
import { eventSentence } from './events'
import { LOOK_AGAIN_MS } from './use-organization'
import { organizationWords } from './words'

export function History({ organization }: { organization: Organization }) {
  const says = useWords(organizationWords).history
  const pages = usePages(
    paths.history(organization.id),
    async (cursor) => {
      const page = await organizations.events(organization.id, cursor)
      return { items: page.events, nextCursor: page.nextCursor }
    },
    LOOK_AGAIN_MS,
  )
  return (
    <>
      <ol aria-label={says.list} className="divide-y divide-line border-line border-y">
        {pages.items?.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline gap-x-4 py-2.5 text-[0.9375rem]">
            <span className="min-w-0 flex-1 basis-64">{eventSentence(event)}</span>
            <time dateTime={event.at} className="text-ink-faint text-sm tabular-nums">
              {moment(event.at)}
            </time>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <More pages={pages} label={says.earlier} />
        {pages.items && (
          <Button
            look="quiet"
            className="-ml-4 mt-3"
            disabled={pages.isLoading}
            onClick={() => void pages.again()}
          >
            {says.refresh}
          </Button>
        )}
      </div>
    </>
  )
}
