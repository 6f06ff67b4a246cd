import { useEffect, useState } from 'react'
import { useStable } from './use-stable'

/**
 * Files dropped anywhere on the page. Where nobody takes them (null) they fall to the ground: left to itself, the browser
 * would leave the page for the file. True while some are held over it.
 */
export function useFileDrop(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const take = useStable((files: File[]) => onFiles?.(files))
  const isTaken = onFiles !== null
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      const isTakenElsewhere = event.defaultPrevented
      event.preventDefault()
      if (event.dataTransfer && (isTaken || !isTakenElsewhere))
        event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
      setOver(isTaken)
    }
    // Leaving one element is entering the next; nothing comes next outside of the window.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [take, isTaken])
  return isOver
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
