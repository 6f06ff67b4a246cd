/** What was learned, or forgotten, in words. Pure. */
export type Counts = Record<string, number>

/** "3 facts, 1 open loop and 2 messages in memory"; null when there is nothing. */
export function learnedInWords({ facts = 0, loops = 0, turns = 0 }: Counts): string | null {
  return listed([
    counted(facts, 'fact', 'facts'),
    counted(loops, 'open loop', 'open loops'),
    counted(turns, 'message in memory', 'messages in memory'),
  ])
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function listed(items: string[]): string | null {
  const told = items.filter(Boolean)
  const last = told.pop()
  if (last === undefined) return null
  return told.length === 0 ? last : `${told.join(', ')} and ${last}`
}

const NAMES: Record<string, string> = {
  facts: 'Facts',
  loops: 'Open loops',
  turns: 'Messages in memory',
  sessions: 'Sessions',
  messages: 'Messages in chats',
  chats: 'Chats',
  files: 'Files',
  traces: 'Explanations of answers',
  streamChunks: 'Pieces of streamed answers',
  promptTexts: 'Prompt texts',
  entities: 'People and things',
  sessionSummaries: 'Summaries of sessions',
  chatSummaries: 'Summaries of chats',
  userModelItems: 'Entries of your profile',
  memoryPeople: 'Summary over all sessions',
  about: 'Sentences about yourself',
  jobs: 'Tasks under way',
}

/** The rows of a receipt, what people know first; what has no name here is told by its own. */
export function receiptRows(counts: Counts): { name: string; count: number }[] {
  const order = Object.keys(NAMES)
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b))
    .map(([key, count]) => ({ name: NAMES[key] ?? spelled(key), count }))
}

function spelled(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
