/** What people paste of another program's settings, and what a form of ours says has changed. Pure. */

/** Entries by their names. Null where there is no server in it; it throws where it is no JSON. */
export function readPasted(text: string): Record<string, unknown> | null {
  const told: unknown = JSON.parse(braced(text))
  if (!isObject(told)) return null
  const inner = told.mcpServers ?? told.servers ?? inOlder(told)
  const entries = isObject(inner) ? inner : told
  const isNamed = Object.values(entries).every(isObject) && Object.keys(entries).length > 0
  if (isNamed) return entries
  return isServer(told) ? { [nameOf(told)]: told } : null
}

/** Some copy the line alone, without what is around it. */
function braced(text: string): string {
  const trimmed = text.trim().replace(/,$/, '')
  return trimmed.startsWith('"') ? `{${trimmed}}` : trimmed
}

/** VS Code keeps them under `mcp` in its settings. */
function inOlder(told: Record<string, unknown>): unknown {
  return isObject(told.mcp) ? (told.mcp.servers ?? told.mcp.mcpServers) : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const WAYS = ['url', 'serverUrl', 'httpUrl', 'command']

function isServer(told: Record<string, unknown>): boolean {
  return WAYS.some((way) => typeof told[way] === 'string')
}

/** An entry without a name is called like its host, or its program. */
function nameOf(told: Record<string, unknown>): string {
  if (typeof told.name === 'string' && told.name.trim()) return told.name
  const said = String(WAYS.map((way) => told[way]).find((one) => typeof one === 'string'))
  try {
    return new URL(said).hostname || said
  } catch {
    return said.split('/').at(-1) || said
  }
}

export interface Pair {
  name: string
  value: string
}

/** Of headers and the like: null takes one away, and one that was left empty stays as it is. */
export function changesOf(kept: readonly string[], written: readonly Pair[]): Record<string, string | null> {
  const trimmed = written.map(({ name, value }) => [name.trim(), value.trim()] as const)
  const names = new Set(trimmed.map(([name]) => name))
  const gone = kept.filter((name) => !names.has(name)).map((name) => [name, null] as const)
  return Object.fromEntries([...gone, ...trimmed.filter(([name, value]) => name && value)])
}

/** The same of a server that is new, where nothing can be taken away. */
export function givenOf(written: readonly Pair[]): Record<string, string> {
  return changesOf([], written) as Record<string, string>
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
