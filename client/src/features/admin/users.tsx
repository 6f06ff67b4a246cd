import { useState } from 'react'
import useSWR from 'swr'
import { admin, adminPaths } from '../../api/admin'
import { auth, paths } from '../../api/endpoints'
import type { PlanName, UserEntry } from '../../api/types'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { More } from '../../ui/more'
import { useAttempt } from '../organization/use-organization'
import { PlanDialog } from './plan-dialog'
import { ResetLinkDialog } from './reset-link-dialog'
import { SearchField, useSettled } from './search-field'
import { UserRow } from './user-row'

export type UserDeed =
  | 'plan'
  | 'reset'
  | 'suspend'
  | 'unsuspend'
  | 'appoint'
  | 'dismiss'
  | 'remove-second-factor'

export function Users({ me }: { me: string }) {
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
    await attempt(() => admin.changeUser(user.id, deed), `${nameOf(user)} ${DONE[deed]}.`)
    await pages.again()
  }

  return (
    <>
      <SearchField
        label="Search users"
        hint="The beginning of a name or an e-mail address."
        value={typed}
        onChange={setTyped}
      />
      <ul aria-label="Users" className="mt-5 divide-y divide-line border-line border-y">
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
      {pages.items?.length === 0 && <p className="py-3 text-ink-faint text-sm">Nobody by that name.</p>}
      <More pages={pages} label="Show more users" />
      {open?.deed === 'plan' && (
        <PlanDialog
          whose={nameOf(open.user)}
          plan={open.user.plan as PlanName | null}
          limits={open.user.limits}
          nonePlan="The installation’s"
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
          title={`${ASKED[open.deed]} ${nameOf(open.user)}?`}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Leave it as it is</Button>
              <Button
                look={HARSH.has(open.deed) ? 'danger' : 'solid'}
                onClick={() => isAsked(open.deed) && void act(open.deed, open.user)}
              >
                {ASKED[open.deed]}
              </Button>
            </>
          }
        >
          {WHAT_IT_MEANS[open.deed]}
        </Dialog>
      )}
    </>
  )
}

const HARSH = new Set<UserDeed>(['suspend', 'dismiss', 'remove-second-factor'])

type Asked = Exclude<UserDeed, 'plan' | 'reset'>

function isAsked(deed: UserDeed): deed is Asked {
  return deed !== 'plan' && deed !== 'reset'
}

const ASKED: Record<Asked, string> = {
  suspend: 'Suspend',
  unsuspend: 'Let back in',
  appoint: 'Make admin',
  dismiss: 'Take admin rights from',
  'remove-second-factor': 'Remove the second factor of',
}

const DONE: Record<Asked, string> = {
  suspend: 'is suspended and signed out everywhere',
  unsuspend: 'may sign in again',
  appoint: 'is an admin now',
  dismiss: 'is no longer an admin',
  'remove-second-factor': 'signs in without a second factor now',
}

const WHAT_IT_MEANS: Record<Asked, string> = {
  suspend:
    'They are signed out everywhere at once, cannot sign in, and their API keys are revoked for good. Nothing else of theirs is deleted, and you can let them back in.',
  unsuspend:
    'They can sign in again, and find everything as it was, but for their API keys: they make new ones.',
  appoint: 'They may then do everything on these pages, also suspend others and take your rights.',
  dismiss: 'They keep their account and everything in it.',
  'remove-second-factor':
    'For somebody who has lost phone, keys and recovery codes: be sure that it is they who ask. Their password alone then opens the account, until they set another.',
}

export function nameOf(user: Pick<UserEntry, 'name' | 'email'>): string {
  return user.name || user.email || 'Somebody without a name'
}
