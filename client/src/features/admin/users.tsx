import { useState } from 'react'
import useSWR from 'swr'
import { admin, adminPaths } from '../../api/admin'
import { auth, paths } from '../../api/endpoints'
import type { PlanName, UserEntry } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { useWords, wordsNow } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/more'
import { useAttempt } from '../organization/use-organization'
import { PlanDialog } from './plan-dialog'
import { ResetLinkDialog } from './reset-link-dialog'
import { SearchField, useSettled } from './search-field'
import { UserRow } from './user-row'
import { adminWords } from './words'

export type UserDeed =
  | 'plan'
  | 'reset'
  | 'suspend'
  | 'unsuspend'
  | 'appoint'
  | 'dismiss'
  | 'remove-second-factor'

export function Users({ me }: { me: string }) {
  const says = useWords(adminWords).users
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const pages = usePages(`${adminPaths.users}?${search}`, async (cursor) => {
    const page = await admin.users(search, cursor)
    return { items: page.users, nextCursor: page.nextCursor }
  })
  const { data: ways } = useSWR(paths.providers, auth.providers)
  const [open, setOpen] = useState<{ deed: UserDeed; user: UserEntry } | null>(null)
  const attempt = useAttempt()
  const close = () => setOpen(null)

  async function act(deed: Asked, user: UserEntry) {
    close()
    await attempt(() => admin.changeUser(user.id, deed), says.wasDone[deed](nameOf(user)))
    await pages.again()
  }

  return (
    <>
      <SearchField label={says.search} hint={says.searchHint} value={typed} onChange={setTyped} />
      <ul aria-label={says.list} className="mt-5 divide-y divide-line border-line border-y">
        {pages.items?.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            isMe={user.id === me}
            mayHandOn={ways?.sendsMail === false}
            onDeed={(deed) => setOpen({ deed, user })}
          />
        ))}
      </ul>
      {pages.items?.length === 0 && <p className="py-3 text-ink-faint text-sm">{says.nobody}</p>}
      <More pages={pages} label={says.more} />
      {open?.deed === 'plan' && (
        <PlanDialog
          whose={nameOf(open.user)}
          plan={open.user.plan as PlanName | null}
          limits={open.user.limits}
          nonePlan={says.standard}
          save={async (change) => {
            await admin.setUserPlan(open.user.id, change)
            await pages.again()
          }}
          onClose={close}
        />
      )}
      {open?.deed === 'reset' && <ResetLinkDialog user={open.user} onClose={close} />}
      {open && isAsked(open.deed) && (
        <Dialog
          title={says.asked[open.deed](nameOf(open.user))}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{says.leaveIt}</Button>
              <Button
                look={HARSH.has(open.deed) ? 'danger' : 'solid'}
                onClick={() => isAsked(open.deed) && void act(open.deed, open.user)}
              >
                {says[SHORT[open.deed]]}
              </Button>
            </>
          }
        >
          {says.means[open.deed]}
        </Dialog>
      )}
    </>
  )
}

/** What the button says that does it. */
const SHORT = {
  suspend: 'suspend',
  unsuspend: 'unsuspend',
  appoint: 'appoint',
  dismiss: 'dismiss',
  'remove-second-factor': 'removeFactor',
} as const

const HARSH = new Set<UserDeed>(['suspend', 'dismiss', 'remove-second-factor'])

type Asked = Exclude<UserDeed, 'plan' | 'reset'>

function isAsked(deed: UserDeed): deed is Asked {
  return deed !== 'plan' && deed !== 'reset'
}

export function nameOf(user: Pick<UserEntry, 'name' | 'email'>): string {
  return user.name || user.email || wordsNow(adminWords).somebody
}
