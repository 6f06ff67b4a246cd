import { useState } from 'react'
import { email } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useToasts } from '../../ui/toast'

/** Sends the link to one's own address once more, and says what became of it. */
export function useSendLink(address: string): { send: () => Promise<void>; isBusy: boolean } {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (isBusy) return
    setBusy(true)
    try {
      await email.sendLink()
      show(`A link is on its way to ${address}. Look among unwanted mail too.`, { ms: 8000 })
    } catch (error) {
      show(inOneLine(error), { ms: 8000 })
    }
    setBusy(false)
  }

  return { send, isBusy }
}
