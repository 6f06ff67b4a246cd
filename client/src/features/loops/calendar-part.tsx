/** The address by which a calendar reads what is due. */
import { useRef, useState } from 'react'
import useSWR from 'swr'
import { loops as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { day, moment } from '../../ui/dates'
import { CalendarIcon } from '../../ui/icons'
import { useToasts } from '../../ui/toast'
import { loopWords } from './words'

export function CalendarPart() {
  const says = useWords(loopWords)
  const { show } = useToasts()
  const { data: feed, mutate } = useSWR(paths.loopsCalendar, api.feed)
  const [address, setAddress] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function attempt(action: () => Promise<void>) {
    if (isBusy) return
    setBusy(true)
    try {
      await action()
      await mutate()
      // The key that was pressed is gone.
      requestAnimationFrame(() => document.activeElement === document.body && heading.current?.focus())
    } catch (error) {
      show(inOneLine(error))
    } finally {
      setBusy(false)
    }
  }
  const make = (said: string | null) =>
    attempt(async () => {
      setAddress(await api.makeFeed())
      if (said) show(said)
    })
  const end = () =>
    attempt(async () => {
      await api.endFeed()
      setAddress(null)
      show(says.revoked)
    })

  return (
    <section aria-labelledby="calendar" className="mt-14 rounded-2xl border border-line bg-sunk p-5 sm:p-6">
      <h2
        ref={heading}
        id="calendar"
        tabIndex={-1}
        className="flex w-fit items-center gap-2.5 font-semibold font-serif text-xl"
      >
        <CalendarIcon className="text-kelp" />
        {says.calendar}
      </h2>
      <p className="mt-2 max-w-prose text-pretty text-ink-soft">{says.calendarLead}</p>
      {address && (
        <div className="mt-4 flex items-center gap-2 rounded-lg border border-line-strong bg-raised py-1 pr-1 pl-3">
          <input
            readOnly
            aria-label={says.address}
            value={address}
            onFocus={(event) => event.currentTarget.select()}
            className="min-w-0 flex-1 bg-transparent font-mono text-[0.8125rem]"
          />
          <CopyButton text={address} label={says.copy} />
        </div>
      )}
      <p role="status" className="mt-2 text-ink-faint text-sm">
        {address
          ? says.onlyOnce
          : feed
            ? `${says.isOn(day(feed.createdAt))} ${feed.lastReadAt ? says.readOn(moment(feed.lastReadAt)) : says.neverRead}`
            : ''}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {feed ? (
          <>
            <Button onClick={() => void make(says.renewed)}>{says.renew}</Button>
            <Button look="quiet" onClick={() => void end()}>
              {says.revoke}
            </Button>
          </>
        ) : (
          <Button look="solid" onClick={() => void make(null)}>
            {says.makeAddress}
          </Button>
        )}
      </div>
    </section>
  )
}
