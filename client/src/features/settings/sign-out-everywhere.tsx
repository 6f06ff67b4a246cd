import { useState } from 'react'
import { auth } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useToasts } from '../../ui/toast'
import { useSession } from '../auth/session'
import { useChats } from '../chats/chats-provider'

export function SignOutEverywhere() {
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
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      {isAsking && (
        <Dialog
          title="Sign out everywhere?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Stay</Button>
              <Button look="danger" onClick={go}>
                Sign out of all
              </Button>
            </>
          }
        >
          <p>Every browser and phone signed in as you will have to sign in again.</p>
          <label className="mt-4 flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={revokesKeys}
              onChange={(event) => setRevokesKeys(event.target.checked)}
              className="mt-1 accent-(--kelp)"
            />
            Revoke all API keys too. Otherwise they keep working.
          </label>
        </Dialog>
      )}
    </>
  )
}
