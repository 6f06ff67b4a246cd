import { createContext, useContext } from 'react'

export type Run = <T>(action: () => Promise<T>) => Promise<T>

export const RunContext = createContext<Run>((action) => action())

/** Does something in the organization; where a second factor is asked for first, a dialog sets one, and it is done then. */
export function useRun(): Run {
  return useContext(RunContext)
}
