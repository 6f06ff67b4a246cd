import { type RefObject, useMemo } from 'react'
import { useWords } from '../../language/words'
import { useShortcut } from '../../ui/shortcuts'
import { conversationWords } from './words'

/** In the empty box, the arrow up goes to what was asked last, as in a shell. */
export function useEditLast(
  box: RefObject<HTMLElement | null>,
  said: RefObject<HTMLElement | null>,
  isOn: boolean,
): void {
  const { editLast } = useWords(conversationWords).question
  const within = useMemo(
    () => ({
      get current() {
        return box.current?.querySelector('textarea') ?? null
      },
    }),
    [box],
  )
  const edit = () => [...(said.current?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])].at(-1)?.click()
  useShortcut(
    isOn ? { keys: 'ArrowUp', layer: 'field', says: editLast, within, sparesWriting: true, run: edit } : null,
  )
}
