import { useEffect, useMemo, useState } from 'react'
import type { PluginConfig } from 'streamdown'
import { loadLate } from '../../../load-late'
import { readMathematics } from './mathematics'

let loaded: PluginConfig | null = null

/** The words to set, and what sets their formulas; as long as that is not here, they stand as they were written. */
export function useMathematics(text: string): { words: string; plugins: PluginConfig | undefined } {
  const [plugins, setPlugins] = useState(loaded)
  const read = useMemo(() => readMathematics(text), [text])
  const isWanted = read !== null && plugins === null
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    loadLate(() => import('./katex')).then(
      ({ mathematics }) => {
        loaded = { math: mathematics }
        if (!isGone) setPlugins(loaded)
      },
      () => {}, // A formula as it was written is still a formula.
    )
    return () => {
      isGone = true
    }
  }, [isWanted])
  return read !== null && plugins ? { words: read, plugins } : { words: text, plugins: undefined }
}
