import { useState } from 'react'
import useSWR from 'swr'
import { promptSettings as api, paths, users } from '../../../api/endpoints'
import { inOneLine } from '../../../api/sentences'
import type { SettingsVersion, UserEntry } from '../../../api/types'
import { useWords, wordsNow } from '../../../language/words'
import { Button } from '../../../ui/button'
import { moment } from '../../../ui/dates'
import { Dialog } from '../../../ui/dialog'
import { Notice, TroubleText } from '../../../ui/notice'
import { useToasts } from '../../../ui/toast'
import { changedFields } from './draft'
import { promptWords } from './words'

interface VersionsProps {
  newest: number
  me: string
  onRestored: (restored: SettingsVersion) => void
}

/** Who changed what and when; any of them can be made the newest again. */
export function Versions({ newest, me, onRestored }: VersionsProps) {
  const says = useWords(promptWords)
  const { data, error, mutate } = useSWR([paths.promptVersions, newest], () => api.versions())
  const { data: people = [] } = useSWR(paths.users, () => users.list(), { revalidateOnFocus: false })
  const [earlier, setEarlier] = useState<{ versions: SettingsVersion[]; nextBefore: number | null } | null>(
    null,
  )
  const [chosen, setChosen] = useState<SettingsVersion | null>(null)
  const { show } = useToasts()

  if (error) {
    return (
      <Notice tone="rust" actions={<Button onClick={() => void mutate()}>{says.again}</Button>}>
        <TroubleText error={error} />
      </Notice>
    )
  }
  if (!data) return null
  const all = [...data.versions, ...(earlier?.versions ?? [])]
  const nextBefore = earlier ? earlier.nextBefore : data.nextBefore

  async function loadEarlier(before: number) {
    try {
      const page = await api.versions(before)
      setEarlier({
        versions: [...(earlier?.versions ?? []), ...page.versions],
        nextBefore: page.nextBefore,
      })
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  async function restore(version: SettingsVersion) {
    setChosen(null)
    try {
      onRestored(await api.restore(version.version))
    } catch (failure) {
      show(inOneLine(failure))
    }
  }

  return (
    <div>
      <ul aria-label={says.versions} className="divide-y divide-line border-line border-y">
        {all.map((one, at) => (
          <li key={one.version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                {one.version === 0 ? says.default : says.version(one.version)}
                {one.version === newest && <span className="font-normal text-kelp"> · {says.active}</span>}
              </p>
              <p className="text-ink-faint text-sm">{story(one, all[at + 1], me, people)}</p>
            </div>
            {one.version !== newest && (
              <Button
                aria-label={one.version === 0 ? says.restoreDefault : says.restoreOne(one.version)}
                onClick={() => setChosen(one)}
              >
                {says.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {nextBefore !== null && (
        <Button className="mt-3" onClick={() => void loadEarlier(nextBefore)}>
          {says.earlier}
        </Button>
      )}
      {chosen && (
        <Dialog
          title={chosen.version === 0 ? says.restoreDefaultAsked : says.restoreAsked(chosen.version)}
          onClose={() => setChosen(null)}
          actions={
            <>
              <Button onClick={() => setChosen(null)}>{says.leaveIt}</Button>
              <Button look="solid" onClick={() => void restore(chosen)}>
                {says.restore}
              </Button>
            </>
          }
        >
          {says.restoreMeans(newest + 1)}
        </Dialog>
      )}
    </div>
  )
}

function story(
  one: SettingsVersion,
  before: SettingsVersion | undefined,
  me: string,
  people: UserEntry[],
): string {
  const says = wordsNow(promptWords)
  if (one.version === 0) return says.cameWith
  const when = one.changedAt ? moment(one.changedAt) : null
  const what = before ? changedFields(before.settings, one.settings).join(', ') || says.nothingChanged : null
  return [who(one.changedBy, me, people), when, what].filter(Boolean).join(' · ')
}

function who(id: string | null, me: string, people: UserEntry[]): string {
  const says = wordsNow(promptWords)
  if (id === null) return says.somebodyGone
  if (id === me) return says.you
  const found = people.find((one) => one.id === id)
  return found ? found.name || found.email || id.slice(0, 8) : says.account(id.slice(0, 8))
}
