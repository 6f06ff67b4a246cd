import { useState } from 'react'
import { email } from '../../../api/endpoints'
import { inOneLine } from '../../../api/sentences'
import { wordsNow } from '../../../language/words'
import { useToasts } from '../../../ui/toast'
import { addressBannerWords } from './words'

/** Sends the link to one's own address once more, and says what became of it. */
export function useSendLink(address: string): { send: () => Promise<void>; isBusy: boolean } {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)

  async function send() {
    if (isBusy) return
    setBusy(true)
    try {
      await email.sendLink()
      show(wordsNow(addressBannerWords).sent(address), { ms: 8000 })
    } catch (error) {
      show(inOneLine(error), { ms: 8000 })
    }
    setBusy(false)
  }

  return { send, isBusy }
}
