/** The heavy half of code blocks: grammars. Loaded when the first code block appears, never before. */
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight(common)

/** Colouring a very long block again with each word that arrives would stall the page. */
const LONGEST = 40_000

export function highlight(code: string, language: string): ReactNode {
  if (!lowlight.registered(language) || code.length > LONGEST) return code
  return toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs })
}
