/**
 * The heavy half of mathematics: what sets it, and its letters. Loaded when the first formula appears, never before.
 * What a model writes is only ever a formula here: links, images and classes of its own are not trusted (`trust`).
 */
import 'katex/dist/katex.min.css'
import type { Element, Root, RootContent } from 'hast'
import rehypeKatex from 'rehype-katex'
import remarkMath from 'remark-math'
import type { MathPlugin } from 'streamdown'

// A formula that is still being written, or is none, stands there as it was written, and is no alarm.
const HOW = {
  trust: false,
  strict: 'ignore',
  errorColor: 'currentColor',
  maxExpand: 200,
  maxSize: 20,
} as const

type Set = (this: unknown, how: typeof HOW) => (tree: Root, file: unknown) => void

function setFormulas(this: unknown) {
  const set = (rehypeKatex as unknown as Set).call(this, HOW)
  return (tree: Root, file: unknown) => {
    set(tree, file)
    reachableByKeys(tree.children)
  }
}

/** A formula on a line of its own may be wider than the page, and is then scrolled. */
function reachableByKeys(nodes: RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    if (classesOf(node).includes('katex-display')) node.properties.tabIndex = 0
    else reachableByKeys(node.children)
  }
}

function classesOf(element: Element): unknown[] {
  const { className } = element.properties
  return Array.isArray(className) ? className : []
}

export const mathematics: MathPlugin = {
  name: 'katex',
  type: 'math',
  remarkPlugin: [remarkMath, { singleDollarTextMath: false }],
  rehypePlugin: setFormulas,
}
