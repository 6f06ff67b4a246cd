/** Finds what people would read that stands in the code instead of in a `words` file. For the test beside it. */
import ts from 'typescript'

/** Attributes whose text is read or heard. */
const READ = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'title',
])
/** Properties of our own components that are only ever names of things. */
const UNREAD = new Set([
  'aria-keyshortcuts',
  'className',
  'href',
  'id',
  'key',
  'look',
  'name',
  'role',
  'testId',
  'tone',
  'type',
])
/** Names of keys, headers, browsers and the like, which look like words. */
const NAMES =
  /^(Mod\+.*|Shift\+.*|Arrow(Up|Down|Left|Right)?|Escape|Enter|Tab|Home|End|Page(Up|Down)|Backspace|Delete|Shift|Control|Meta|Alt|[A-Z][a-z]+(-[A-Z][a-z]+)+|Authorization|Accept|Error|AbortError|[A-Z][A-Za-z]*Error|Holdfast|Mac|Mod|Files|Edge|Opera|Firefox|Chrome|Safari|Android|Windows|ChromeOS|Linux|[A-Z][a-z]+\/.*)$/

export interface Found {
  line: number
  text: string
}

export function outside(source: string, file: string): Found[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: Found[] = []
  const tell = (node: ts.Node, text: string) =>
    found.push({
      line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      text: text.trim().slice(0, 60),
    })

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText()
      if (UNREAD.has(name) || name.startsWith('data-')) return
      if (READ.has(name) && node.initializer && ts.isStringLiteral(node.initializer)) {
        if (/\p{Ll}/u.test(node.initializer.text)) tell(node, node.initializer.text)
        return
      }
    }
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text) && !NAMES.test(node.text.trim())) tell(node, node.text)
    const text = textOf(node)
    if (text !== null && isProse(text) && !isForProgrammers(node)) tell(node, text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
}

/** Begins like a sentence, or goes on like one. */
function isProse(text: string): boolean {
  const said = text.trim()
  if (NAMES.test(said)) return false
  if (/^\p{Lu}\p{Ll}/u.test(said)) return true
  return /\p{L}{2,} \p{L}{2,}.*[.!?…]$/u.test(said)
}

/** What is thrown at programmers, and names of types and cases. */
function isForProgrammers(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.SuperKeyword) return true
  if (ts.isPropertyDeclaration(parent) && parent.name.getText() === 'name') return true
  if (ts.isNewExpression(parent)) return /(Error|Promise|Intl)/.test(parent.expression.getText())
  return (
    ts.isCaseClause(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node)
  )
}
