import { useSyncExternalStore } from 'react'

/**
 * How the page looks, as somebody chose it: kept in this browser, and an attribute of the root that the style sheet
 * reads. The first of the choices is what stands without one; it leaves no trace.
 */
export function makeLook<Choice extends string>(name: string, [usual, ...others]: [Choice, ...Choice[]]) {
  const key = `holdfast.${name}`
  const listeners = new Set<() => void>()
  /** The choice, where there is no storage to keep it. */
  let chosen = usual

  function read(): Choice {
    try {
      const kept = localStorage.getItem(key)
      return others.find((other) => other === kept) ?? usual
    } catch {
      return chosen
    }
  }

  function apply(choice: Choice = read()): void {
    if (choice === usual) delete document.documentElement.dataset[name]
    else document.documentElement.dataset[name] = choice
  }

  function choose(choice: Choice): void {
    chosen = choice
    try {
      if (choice === usual) localStorage.removeItem(key)
      else localStorage.setItem(key, choice)
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    apply(choice)
    for (const listener of listeners) listener()
  }

  /** Another tab's choice counts here as well. */
  function subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key) return
      apply()
      listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }

  return { read, apply, choose, subscribe }
}

export function useLook<Choice>(look: {
  read: () => Choice
  subscribe: (listener: () => void) => () => void
}): Choice {
  return useSyncExternalStore(look.subscribe, look.read)
}
