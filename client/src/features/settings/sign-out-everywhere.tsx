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

  async function go() {
    setAsking(false)
    try {
      await settle()
      await auth.logoutEverywhere()
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
          Every browser and phone signed in as you will have to sign in again. API keys keep working.
        </Dialog>
      )}
    </>
  )
}
