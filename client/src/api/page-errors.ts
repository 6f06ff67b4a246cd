/** What broke on this page, for whoever runs the server: the type of the error and places in our code, never a word. */
import { post } from './request'

const PLACE = /\/((?:assets|src)\/[\w./-]+)(?:\?[^\s:)]*)?:(\d+):\d+/
/** "at name (…" in Chromium, "name@…" elsewhere. */
const NAME = /^\s*at (?:async )?([\w.$<>]+) \(|^([\w.$<>]+)@/
const MOST_FRAMES = 30

export interface PageFrame {
  file: string
  function: string
  line: number
}

/** The innermost first. Lines of browser extensions and of the browser itself are not ours to tell. */
export function framesOf(stack: string | undefined): PageFrame[] {
  const found = (stack ?? '').split('\n').flatMap((line) => {
    const [, file, number] = PLACE.exec(line) ?? []
    if (!file) return []
    const [, before, at] = NAME.exec(line) ?? []
    return [{ file: file.slice(0, 120), function: (before ?? at ?? '').slice(0, 60), line: Number(number) }]
  })
  return found.slice(0, MOST_FRAMES)
}

/** Nobody waits for it, and nothing comes of it if it fails. */
export function reportPageError(error: unknown): void {
  const kind = error instanceof Error && /^[A-Z][A-Za-z]{1,59}$/.test(error.name) ? error.name : 'Error'
  const frames = framesOf(error instanceof Error ? error.stack : undefined)
  void post('/api/page-errors', {
    body: { error: kind, frames },
    expects401: true,
    keepalive: true,
  }).catch(() => undefined)
}
