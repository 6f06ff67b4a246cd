/**
 * Parts of the page that are fetched when they are needed, which may be long after the page was opened. Then either
 * the line is dead, and one waits; or the server was upgraded and the files are gone, and one reload brings new ones.
 */
import { waitForBetterTimes } from './features/conversation/recovery'
import { withWords } from './language/language'

const TRIES = 4
const LONGEST_WAIT_MS = 8000
const RELOADED = 'holdfast.reloaded'

type Wait = (ms: number) => Promise<void>

/** Without a line it tries for as long as there is none: the page stays, and goes on where it was. */
export async function loadLate<T>(load: () => Promise<T>, wait: Wait = waitForBetterTimes): Promise<T> {
  let refusals = 0
  for (let tries = 1; ; tries += 1) {
    try {
      return await load()
    } catch (error) {
      if ((await readFront()) !== null) refusals += 1
      if (refusals === TRIES) throw error
      await wait(Math.min(LONGEST_WAIT_MS, 500 * tries))
    }
  }
}

/** The same for a page that says what the first one does not: in another language than English its words come with it. */
export function loadWithWords<T>(load: () => Promise<T>): Promise<T> {
  return loadLate(() => withWords(load))
}

/** A reload without a line would leave the person with the browser's own page, and with nothing of ours. */
export async function reloadIfRebuilt(reload: () => void = () => location.reload()): Promise<void> {
  const front = await readFront()
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src')
  if (front === null || !entry || front.includes(entry) || hasJustReloaded()) return
  reload()
}

/** The page as the server would give it now; null where it does not. */
async function readFront(): Promise<string | null> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}

/** A cache in between may go on giving the old page; then once is enough. */
function hasJustReloaded(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Math.abs(Date.now() - last) < 10_000) return true
    sessionStorage.setItem(RELOADED, String(Date.now()))
  } catch {
    // Without storage nobody can know; the new page names new files, so it is not asked again.
  }
  return false
}
