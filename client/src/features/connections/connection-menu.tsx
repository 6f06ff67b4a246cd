/** What is done with a server now and then. */
import { type ReactNode, useState } from 'react'
import { connections } from '../../api/connections'
import type { Connection } from '../../api/types'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { MoreIcon, OutIcon, PauseIcon, PencilIcon, PlayIcon, TrashIcon } from '../../ui/icons'
import { Menu, MenuItem, MenuLine } from '../../ui/menu'
import { KeyIcon } from '../settings/icons'
import { EditConnection } from './edit-connection'
import type { Connections } from './use-connections'
import { connectionWords } from './words'

interface ConnectionMenuProps {
  server: Connection
  all: Connections
  onSignIn: () => void
}

export function ConnectionMenu({ server, all, onSignIn }: ConnectionMenuProps) {
  const says = useWords(connectionWords)
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null)
  const { id, name, isOn, isSignedIn, canEdit, kind, state } = server
  const mayOfferSignIn = kind === 'http' && isOn && state !== 'sign_in' && !isSignedIn
  if (!canEdit && !isSignedIn && !mayOfferSignIn) return null

  const turn = (on: boolean) =>
    void all.attempt(async () => {
      await connections.change(id, { isOn: on })
      if (on) void all.check(id)
      return on ? undefined : says.isOff(name)
    })
  const forget = () =>
    void all.attempt(async () => {
      await connections.forgetSignIn(id)
      return says.forgot(name)
    })
  return (
    <>
      <Menu
        label={says.options(name)}
        trigger={<MoreIcon />}
        triggerClass="grid size-10 shrink-0 place-items-center rounded-lg text-ink-faint hover:bg-sunk hover:text-ink pointer-coarse:size-11"
      >
        {(close) => {
          const item = (label: string, icon: ReactNode, select: () => void) => (
            <MenuItem icon={icon} onSelect={() => [close(), select()]}>
              {label}
            </MenuItem>
          )
          return (
            <>
              {mayOfferSignIn && item(says.signIn, <KeyIcon />, onSignIn)}
              {isSignedIn && item(says.forgetSignIn, <OutIcon />, forget)}
              {canEdit && (
                <>
                  {item(says.edit, <PencilIcon />, () => setAsking('edit'))}
                  {isOn
                    ? item(says.switchOff, <PauseIcon />, () => turn(false))
                    : item(says.switchOn, <PlayIcon />, () => turn(true))}
                  <MenuLine />
                  <MenuItem
                    icon={<TrashIcon />}
                    tone="danger"
                    onSelect={() => [close(), setAsking('remove')]}
                  >
                    {says.remove}
                  </MenuItem>
                </>
              )}
            </>
          )
        }}
      </Menu>
      {asking === 'edit' && (
        <EditConnection
          server={server}
          onChanged={() => all.refresh().then(() => isOn && void all.check(id))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && <Removal server={server} all={all} onClose={() => setAsking(null)} />}
    </>
  )
}

interface RemovalProps {
  server: Connection
  all: Connections
  onClose: () => void
}

function Removal({ server: { id, name, scope }, all, onClose }: RemovalProps) {
  const says = useWords(connectionWords).removal
  const go = () => {
    onClose()
    void all.attempt(async () => {
      await connections.remove(id)
      return says.done(name)
    })
  }
  return (
    <Dialog
      title={says.title(name)}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {says.keep}
          </Button>
          <Button look="danger" onClick={go}>
            {says.go}
          </Button>
        </>
      }
    >
      <p>{says.lead}</p>
      {scope === 'everyone' && <p className="mt-2">{says.ofEverybody}</p>}
    </Dialog>
  )
}
