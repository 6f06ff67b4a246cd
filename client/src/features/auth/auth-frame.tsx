import type { ReactNode } from 'react'
import { Wordmark } from '../../ui/mark'
import { ThemeSwitch } from '../../ui/theme-switch'

interface AuthFrameProps {
  title: string
  lead: string
  children?: ReactNode
}

/** The pages before one is inside: a narrow column under the name of the house. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr] bg-paper px-5 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
      <header className="flex h-16 items-center justify-between">
        <Wordmark />
        <ThemeSwitch />
      </header>
      <div className="mx-auto flex w-full max-w-sm flex-col justify-center gap-6 pt-4 pb-[12vh]">
        <div>
          <h1 className="text-balance font-semibold font-serif text-3xl tracking-[-0.015em]">{title}</h1>
          <p className="mt-2 text-ink-soft">{lead}</p>
        </div>
        {children}
      </div>
    </main>
  )
}
