/**
 * What a plan refused, and the way on: what ran out, when it comes back, which plan would help. The refused thing is
 * kept, and done as soon as the server says that there is room, whatever made it: midnight, a plan, an admin.
 */
import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { usage as api, paths } from '../../api/endpoints'
import { entryOf, leftOf } from '../../api/quota'
import type { UsageEntry } from '../../api/types'
import { useWords } from '../../language/words'
import { Link } from '../../router'
import { Button } from '../../ui/button'
import { moment } from '../../ui/dates'
import { Dialog } from '../../ui/dialog'
import { useToasts } from '../../ui/toast'
import type { Kept } from './refused'
import { upgradeWords } from './words'

const LOOKS_EVERY_MS = 10_000

export default function UpgradeDialog({ kept, onClose }: { kept: Kept; onClose: () => void }) {
  const says = useWords(upgradeWords)
  const [told, setTold] = useState<string | null>(null)
  const look = useLook(kept, onClose)
  const known = Object.hasOwn(says.titles, kept.feature)
    ? (kept.feature as keyof typeof says.titles)
    : 'other'

  async function tryAgain() {
    setTold(says.looking)
    const found = await look()
    if (found !== 'room') setTold(found === 'none' ? says.notYet : says.unknown)
  }

  return (
    <Dialog
      title={says.titles[known]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{says.notNow}</Button>
          <Button look="solid" onClick={() => void tryAgain()}>
            {says.tryAgain}
          </Button>
        </>
      }
    >
      <div data-testid="upgrade" className="flex flex-col gap-2">
        <p>
          {says.used[known](kept.limit ?? 0)} {kept.resetsAt && says.comesBack(moment(kept.resetsAt))}
        </p>
        {kept.wouldHelp && (
          <p>
            {says.helps(kept.wouldHelp)}{' '}
            <Link href="/settings?part=usage" className="text-kelp underline underline-offset-4">
              {says.plans}
            </Link>
          </p>
        )}
        <p>{says.kept}</p>
        <p aria-live="polite" className="min-h-6 font-medium text-ink">
          {told}
        </p>
      </div>
    </Dialog>
  )
}

/** Asks the server whether there is room; where there is, the kept thing goes on, once. */
function useLook(kept: Kept, onClose: () => void): () => Promise<'room' | 'none' | 'unknown'> {
  const { mutate } = useSWRConfig()
  const { show } = useToasts()
  const says = useWords(upgradeWords)
  const isDone = useRef(false)
  const latest = useRef(look)
  latest.current = look

  async function look() {
    const fresh = await api.mine().catch(() => null)
    if (fresh === null) return 'unknown' as const
    await mutate(paths.usage, fresh, { revalidate: false })
    const left = leftOf(entryOf(fresh, kept.feature as UsageEntry['feature']))
    if (left === 0) return 'none' as const
    if (!isDone.current) {
      isDone.current = true
      onClose()
      show(says.goesOn)
      kept.again()
    }
    return 'room' as const
  }

  useEffect(() => {
    const again = () => void latest.current()
    const timer = setInterval(again, LOOKS_EVERY_MS)
    window.addEventListener('focus', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', again)
      isDone.current = true
    }
  }, [])
  return look
}
