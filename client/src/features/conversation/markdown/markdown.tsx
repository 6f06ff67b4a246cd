/**
 * An answer, set while it is still being written. Markup inside it stays text: no HTML of a model or a
 * document becomes part of this page, and the only elements are those that markdown itself can make.
 */

import type { Element, ElementContent } from 'hast'
import { type ComponentProps, memo, type ReactNode, useContext, useMemo } from 'react'
import { type Components, type ExtraProps, Streamdown } from 'streamdown'
import { wordsNow } from '../../../language/words'
import { MarksContext } from '../../documents/cited'
import { CitationMark } from '../../documents/mark'
import { citations, MARK_TAG } from './citations'
import { CodeBlock } from './code-block'
import { destinationOf, isOwnFile } from './destinations'
import { OutsideImage, OutsideLink } from './outside'
import { Table } from './table'
import { useMathematics } from './use-mathematics'
import { markdownWords } from './words'

const PLAIN = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'blockquote', 'hr', 'strong', 'em'] as const
const TABLE = ['thead', 'tbody', 'tr', 'th', 'td', 'sup', 'sub', 'section', 'code'] as const

const components: Components = {
  ...Object.fromEntries([...PLAIN, ...TABLE].map((name) => [name, name])),
  // A list stands on the side from which its words are read, with its marks.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  [MARK_TAG]: ({ node }: ExtraProps) => <CitationMark number={Number(node?.properties.dataNumber)} />,
  pre: ({ node }: ExtraProps) => <CodeBlock {...readFence(node)} />,
  table: ({ children }: { children?: ReactNode } & ExtraProps) => <Table>{children}</Table>,
  // The only field that markdown can make is the box of a task; it is read, not ticked.
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      aria-label={wordsNow(markdownWords)[checked ? 'done' : 'notDone']}
      readOnly
      disabled
    />
  ),
}

/** Second lock behind the components: an address they would not offer is not even passed to them. */
function onlyKnownAddresses(url: string): string | null {
  return destinationOf(url).kind !== 'nowhere' || isOwnFile(url) ? url : null
}

const NO_PLUGINS: [] = []

function citing(numbers: readonly number[]): ComponentProps<typeof Streamdown>['rehypePlugins'] {
  return numbers.length > 0 ? [[citations, { numbers }]] : NO_PLUGINS
}

interface MarkdownProps {
  text: string
  isWriting?: boolean
  /** Broken off in the middle: marks that were opened and never closed are closed for the reader. */
  isCut?: boolean
}

export const Markdown = memo(function Markdown({ text, isWriting = false, isCut = false }: MarkdownProps) {
  const { words, plugins } = useMathematics(text)
  const marks = useContext(MarksContext)
  const rehype = useMemo(() => citing([...marks.keys()]), [marks])
  return (
    <Streamdown
      plugins={plugins}
      className="answer"
      data-writing={isWriting}
      components={components}
      // Without `rehype-raw` Streamdown makes text of any HTML before it becomes an element.
      rehypePlugins={rehype}
      urlTransform={onlyKnownAddresses}
      parseIncompleteMarkdown={isWriting || isCut}
      isAnimating={isWriting}
      controls={false}
    >
      {words}
    </Streamdown>
  )
})

export function readFence(pre: Element | undefined): { code: string; language: string | null } {
  const code = pre?.children.find((child): child is Element => child.type === 'element')
  const names = code?.properties.className
  const name = (Array.isArray(names) ? names : []).find((one) => String(one).startsWith('language-'))
  return {
    code: textIn(code ? [code] : (pre?.children ?? [])).replace(/\n$/, ''),
    language: name ? String(name).slice('language-'.length).toLowerCase() : null,
  }
}

function textIn(nodes: ElementContent[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.value : node.type === 'element' ? textIn(node.children) : ''))
    .join('')
}
