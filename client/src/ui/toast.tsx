/**
 * Short words at the head of the page, clear of the box one writes in, at most one action each. They leave by
 * themselves, but never under the pointer or the keyboard: whoever is about to press Undo has all the time they need.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useShortcut } from './shortcuts'

interface Toast {
  id: number
  text: string
  ms: number
  /** `keys`: the shortcut that does the same while it stands there. */
  action?: { label: string; run: () => void; keys?: string } | undefined
  /** It left without its action having been taken. */
  onGone?: (() => void) | undefined
}

interface Toasts {
  /** Returns how to take it away again, without a word. */
  show: (text: string, options?: Partial<Pick<Toast, 'action' | 'ms' | 'onGone'>>) => () => void
}

const Context = createContext<Toasts | null>(null)
const USUAL_MS = 5000
const MOST = 3
let lastId = 0

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const standing = useRef<Toast[]>([])

  const put = useCallback((next: Toast[]) => {
    standing.current = next
    setToasts(next)
  }, [])
  const drop = useCallback((id: number) => put(standing.current.filter((toast) => toast.id !== id)), [put])
  const expire = useCallback(
    (toast: Toast) => {
      if (!standing.current.includes(toast)) return
      drop(toast.id)
      toast.onGone?.()
    },
    [drop],
  )
  const show = useCallback<Toasts['show']>(
    (text, options = {}) => {
      lastId += 1
      const toast: Toast = { id: lastId, text, ms: USUAL_MS, ...options }
      put([...standing.current, toast])
      for (const oldest of standing.current.slice(0, -MOST)) expire(oldest)
      return () => drop(toast.id)
    },
    [put, drop, expire],
  )

  const take = useCallback(
    (toast: Toast) => {
      drop(toast.id)
      toast.action?.run()
    },
    [drop],
  )
  const last = toasts.findLast((toast) => toast.action?.keys !== undefined)
  useShortcut(
    last?.action?.keys
      ? {
          keys: last.action.keys,
          layer: 'page',
          says: `${last.action.label}: ${last.text}`,
          sparesWriting: true,
          run: () => take(last),
        }
      : null,
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
          <Slip key={toast.id} toast={toast} onExpire={expire} onTake={take} />
        ))}
      </div>
    </Context.Provider>
  )
}

interface SlipProps {
  toast: Toast
  onExpire: (toast: Toast) => void
  onTake: (toast: Toast) => void
}

function Slip({ toast, onExpire, onTake }: SlipProps) {
  const [isHeld, setHeld] = useState(false)
  const left = useRef(toast.ms)
  useEffect(() => {
    if (isHeld) return
    const since = Date.now()
    const timer = setTimeout(() => onExpire(toast), left.current)
    return () => {
      clearTimeout(timer)
      // Whoever has just let go of it may have read no further than its first word.
      left.current = Math.max(1500, left.current - (Date.now() - since))
    }
  }, [isHeld, toast, onExpire])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here but waiting while somebody reads
    <div
      data-testid="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-[rise_160ms_ease] items-center gap-3 rounded-xl bg-ink py-2 pr-2 pl-4 text-[0.9375rem] text-paper shadow-lift"
    >
      <span className="py-1">{toast.text}</span>
      {toast.action ? (
        <button
          type="button"
          className="rounded-lg px-3 py-1.5 font-semibold underline-offset-4 hover:underline"
          onClick={() => onTake(toast)}
        >
          {toast.action.label}
        </button>
      ) : (
        <span className="w-2" />
      )}
    </div>
  )
}

export function useToasts(): Toasts {
  const toasts = useContext(Context)
  if (!toasts) throw new Error('useToasts needs a ToastProvider above it.')
  return toasts
}
