import { useState } from 'react'
import { useWords } from '../../../language/words'
import { IconButton } from '../../../ui/button'
import { CloseIcon } from '../../../ui/icons'
import { useSendLink } from './use-send-link'
import { addressBannerWords } from './words'

/** One quiet line until the link in the mail was followed. Closing it is for this page only: it is not forgotten. */
export function AddressBanner({ email }: { email: string }) {
  const says = useWords(addressBannerWords)
  const { send, isBusy } = useSendLink(email)
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <section
      aria-label={says.label}
      data-testid="address-banner"
      className="flex shrink-0 items-start gap-2 border-line border-b bg-sunk px-4 text-sm sm:pr-3 sm:pl-8"
    >
      <p className="min-w-0 flex-1 text-pretty py-2 text-ink-soft">
        <span className="font-semibold text-ink">{says.confirm}</span>{' '}
        {says.openLink(<span className="break-words">{email}</span>)}{' '}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void send()}
          className="font-medium text-kelp underline underline-offset-4 disabled:text-ink-faint"
        >
          {says.again}
        </button>
      </p>
      <IconButton label={says.hide} onClick={() => setClosed(true)}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
