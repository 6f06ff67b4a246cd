/** `[3]` in the words of an answer becomes an element of its own where 3 is cited; in code and links it stays as it is. */
import type { Element, ElementContent, Root, RootContent, Text } from 'hast'

const SPARED = new Set(['code', 'pre', 'a', 'math'])
const MARK = /\[(\d{1,3})\]/g
/** What the mark is called among the elements, until a component stands in for it. */
export const MARK_TAG = 'cite'

/** `numbers` as a value and not in a closure: by it Streamdown tells one answer's marks from another's. */
export function citations({ numbers }: { numbers: readonly number[] }) {
  return (tree: Root) => {
    change(tree, new Set(numbers))
  }
}

function change(parent: Root | Element, numbers: ReadonlySet<number>): void {
  const children = parent.children as ElementContent[]
  const changed: RootContent[] = children.flatMap((child) => {
    if (child.type === 'text') return marked(child, numbers)
    if (child.type === 'element' && !isSpared(child)) change(child, numbers)
    return [child]
  })
  parent.children = changed as Element['children']
}

function isSpared({ tagName, properties }: Element): boolean {
  const names = properties.className
  return (
    SPARED.has(tagName) || (Array.isArray(names) && names.some((name) => String(name).startsWith('katex')))
  )
}

function marked(text: Text, numbers: ReadonlySet<number>): ElementContent[] {
  const parts: ElementContent[] = []
  let done = 0
  for (const found of text.value.matchAll(MARK)) {
    const number = Number(found[1])
    if (!numbers.has(number)) continue
    // The space before it would let the mark fall on a line of its own.
    const before = text.value.slice(done, found.index).replace(/ $/, '')
    if (before) parts.push({ type: 'text', value: before })
    parts.push({ type: 'element', tagName: MARK_TAG, properties: { dataNumber: number }, children: [] })
    done = found.index + found[0].length
  }
  if (parts.length === 0) return [text]
  const rest = text.value.slice(done)
  return rest ? [...parts, { type: 'text', value: rest }] : parts
}
