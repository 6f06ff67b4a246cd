import { useState } from 'react'
import { auth } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useWords } from '../../language/words'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useToasts } from '../../ui/toast'
import { useSession } from '../auth/session'
import { useChats } from '../chats/chats-provider'
import { settingsWords } from './words'

export function SignOutEverywhere() {
  const says = useWords(settingsWords).devices
  const { signOut } = useSession()
  const { settle } = useChats()
  const { show } = useToasts()
  const [isAsking, setAsking] = useState(false)
  const [revokesKeys, setRevokesKeys] = useState(false)

  async function go() {
    setAsking(false)
    try {
      await settle()
      await auth.logoutEverywhere(revokesKeys)
      await signOut()
    } catch (error) {
      show(inOneLine(error))
    }
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>{says.everywhere}</Button>
      {isAsking && (
        <Dialog
          title={says.everywhereAsked}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{says.stay}</Button>
              <Button look="danger" onClick={go}>
                {says.signOutOfAll}
              </Button>
            </>
          }
        >
          <p>{says.everywhereMeans}</p>
          <label className="mt-4 flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={revokesKeys}
              onChange={(event) => setRevokesKeys(event.target.checked)}
              className="mt-1 accent-(--kelp)"
            />
            {says.everywhereKeys}
          </label>
        </Dialog>
      )}
    </>
  )
}
