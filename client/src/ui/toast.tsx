/** Short words at the head of the page, clear of the box one writes in, at most one action each. They leave by themselves. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

interface Toast {
  id: number
  text: string
  action?: { label: string; run: () => void }
}

interface Toasts {
  show: (text: string, options?: { action?: Toast['action']; ms?: number }) => () => void
}

const Context = createContext<Toasts | null>(null)
let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback<Toasts['show']>(
    (text, { action, ms = 5000 } = {}) => {
      lastId += 1
      const id = lastId
      setToasts((all) => [...all.slice(-2), { id, text, ...(action ? { action } : {}) }])
      const timer = setTimeout(() => drop(id), ms)
      return () => {
        clearTimeout(timer)
        drop(id)
      }
    },
    [drop],
  )
  const value = useMemo(() => ({ show }), [show])
  return (
    <Context.Provider value={value}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 top-[calc(0.75rem+env(safe-area-inset-top))] z-50 flex flex-col items-center gap-2"
      >
        {toasts.map((toast) => (
          <div
            key={toast.id}
            className="pointer-events-auto flex animate-[rise_160ms_ease] items-center gap-3 rounded-xl bg-ink py-2 pr-2 pl-4 text-[0.9375rem] text-paper shadow-lift"
          >
            <span className="py-1">{toast.text}</span>
            {toast.action ? (
              <button
                type="button"
                className="rounded-lg px-3 py-1.5 font-semibold underline-offset-4 hover:underline"
                onClick={() => {
                  toast.action?.run()
                  drop(toast.id)
                }}
              >
                {toast.action.label}
              </button>
            ) : (
              <span className="w-2" />
            )}
          </div>
        ))}
      </div>
    </Context.Provider>
  )
}

export function useToasts(): Toasts {
  const toasts = useContext(Context)
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it.')
  return toasts
}
