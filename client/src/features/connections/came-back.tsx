/** The browser comes back from a server's sign-in with a word in the address: it is said, and leaves the address. */
import { useEffect, useState } from 'react'
import type { Connection } from '../../api/types'
import { useWords } from '../../language/words'
import { navigate, useSearch } from '../../router'
import { IconButton } from '../../ui/button'
import { CloseIcon } from '../../ui/icons'
import { Notice } from '../../ui/notice'
import { type ConnectionWords, connectionWords } from './words'

interface CameBackProps {
  servers: Connection[]
  check: (id: string) => Promise<void>
}

interface Outcome {
  connected: string | null
  error: string | null
}

export function CameBack({ servers, check }: CameBackProps) {
  const words = useWords(connectionWords)
  const says = words.cameBack
  const search = useSearch()
  const connected = search.get('connected')
  const error = search.get('error')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    if (connected === null && error === null) return
    setOutcome({ connected, error })
    navigate(connected ? `${location.pathname}?server=${connected}` : location.pathname, { replace: true })
    if (connected) void check(connected)
  }, [connected, error, check])

  if (outcome === null) return null
  const name = servers.find((one) => one.id === outcome.connected)?.name ?? says.somewhere
  return (
    <div className="mt-6">
      <Notice
        tone={outcome.error ? 'amber' : 'calm'}
        testId="came-back"
        actions={
          <IconButton label={words.dismiss} onClick={() => setOutcome(null)}>
            <CloseIcon />
          </IconButton>
        }
      >
        {outcome.error ? whyNot(says, outcome.error) : `${says.connected(name)} ${says.looks}`}
      </Notice>
    </div>
  )
}

function whyNot(says: ConnectionWords['cameBack'], code: string): string {
  if (code === 'access_denied' || code === 'sign_in_failed' || code === 'mcp_unreachable') return says[code]
  return says.other
}
