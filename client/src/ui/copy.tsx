import { useEffect, useState } from 'react'
import { useWords } from '../language/words'
import { IconButton } from './button'
import { CheckIcon, CopyIcon } from './icons'
import { uiWords } from './words'

/** `navigator.clipboard` is missing on plain http; the old way still works there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: try the old way.
  }
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  return isDone
}

export function useCopied(): [boolean, (text: string) => void] {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [isCopied])
  return [isCopied, (text) => void copyText(text).then(setCopied)]
}

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const says = useWords(uiWords)
  const [isCopied, copy] = useCopied()
  return (
    <IconButton label={isCopied ? says.copied : (label ?? says.copy)} onClick={() => copy(text)}>
      {isCopied ? <CheckIcon className="text-kelp" /> : <CopyIcon />}
    </IconButton>
  )
}
