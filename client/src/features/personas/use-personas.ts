/** The personas one sees, and what is done with them; whoever shows one elsewhere hears of it. */
import useSWR, { useSWRConfig } from 'swr'
import { personas as api, paths } from '../../api/endpoints'
import { inOneLine } from '../../api/sentences'
import { useToasts } from '../../ui/toast'

export function usePersonas() {
  return useSWR(`${paths.personas} all`, api.all, { revalidateOnFocus: true })
}

export function usePersona(id: string) {
  return useSWR(`${paths.personas} ${id}`, () => api.whole(id))
}

/** After whatever changes one. */
export function usePersonasChanged(): () => Promise<unknown> {
  const { mutate } = useSWRConfig()
  return () =>
    mutate(
      (key) =>
        typeof key === 'string' &&
        (key === paths.companions || key.startsWith(paths.personas) || key.startsWith('persona-versions')),
    )
}

/** Says what was done, or why it was not. */
export function useDeed(): (deed: () => Promise<string>) => Promise<boolean> {
  const { show } = useToasts()
  const changed = usePersonasChanged()
  return async (deed) => {
    try {
      show(await deed())
      return true
    } catch (failure) {
      show(inOneLine(failure))
      return false
    } finally {
      await changed()
    }
  }
}
