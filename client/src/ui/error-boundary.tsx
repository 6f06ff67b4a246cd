import { Component, type ReactNode } from 'react'
import { reportPageError } from '../api/page-errors'
import { useWords } from '../language/words'
import { Button } from './button'
import { Mark } from './mark'
import { uiWords } from './words'

interface Props {
  fallback: ReactNode
  children: ReactNode
}

/** A fault in one part of the page stays there. Only its type and place are told: what broke may hold someone's words. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown) {
    reportPageError(error)
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}

export function Broken() {
  const says = useWords(uiWords).broken
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 px-5">
      <Mark size={40} />
      <h1 className="font-semibold font-serif text-2xl">{says.title}</h1>
      <p className="text-ink-soft">{says.lead}</p>
      <Button look="solid" onClick={() => location.reload()}>
        {says.reload}
      </Button>
    </main>
  )
}
