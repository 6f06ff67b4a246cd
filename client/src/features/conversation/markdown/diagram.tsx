import { useEffect, useState } from 'react'
import { wordsNow } from '../../../language/words'
import { loadLate } from '../../../load-late'
import { isDarkNow } from '../../../ui/theme'
import type { Drawn } from './draw-diagram'
import { markdownWords } from './words'

type Drawing =
  | { state: 'drawing' }
  | { state: 'failed' }
  | { state: 'drawn'; picture: Drawn; isDark: boolean }

/** Drawn only when somebody asks for it: what draws is large, and what is drawn was written by a model. */
export function Diagram({ code }: { code: string }) {
  const [drawing, setDrawing] = useState<Drawing>({ state: 'drawing' })
  useEffect(() => {
    let isGone = false
    let url = ''
    const isDark = isDarkNow()
    loadLate(() => import('./draw-diagram'))
      .then(({ drawDiagram }) => drawDiagram(code, isDark))
      .then((picture) => {
        if (isGone) return URL.revokeObjectURL(picture.url)
        url = picture.url
        setDrawing({ state: 'drawn', picture, isDark })
      })
      .catch(() => isGone || setDrawing({ state: 'failed' }))
    return () => {
      isGone = true
      URL.revokeObjectURL(url)
    }
  }, [code])
  if (drawing.state === 'drawn') {
    const { url, width, height } = drawing.picture
    return (
      // The colours are those of the moment in which it was drawn, and so is the ground it stands on.
      <div className={`overflow-x-auto p-4 ${drawing.isDark ? 'bg-[#1f2421]' : 'bg-white'}`}>
        <img
          src={url}
          width={width}
          height={height}
          alt={describe(code)}
          className="mx-auto h-auto max-w-full"
        />
      </div>
    )
  }
  return (
    <p role="status" className="px-4 pt-3 text-ink-soft text-sm">
      {wordsNow(markdownWords)[drawing.state === 'drawing' ? 'drawing' : 'notDrawn']}
    </p>
  )
}

/** "Diagram (flowchart)": more cannot be known of it; its code says the rest. */
function describe(code: string): string {
  const kind = /^\s*([a-zA-Z]+)/.exec(code.replace(/^---[\s\S]*?\n---\n/, ''))?.[1] ?? ''
  const says = wordsNow(markdownWords)
  const names: Readonly<Record<string, string>> = says.diagrams
  return says.diagram(names[kind] ?? (kind || says.diagrams.unknown))
}
