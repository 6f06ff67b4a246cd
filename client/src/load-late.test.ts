import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLate, reloadIfRebuilt } from './load-late'

const ENTRY = '/assets/index-old.js'
const front = (entry: string) => new Response(`<script type="module" src="${entry}"></script>`)
const dead = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  document.head.innerHTML = `<script type="module" src="${ENTRY}"></script>`
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

describe('a part that is fetched late', () => {
  test('is waited for while there is no line, however long', async () => {
    vi.stubGlobal('fetch', async () => dead())
    let tries = 0
    const load = async () => {
      tries += 1
      return tries > 20 ? 'here' : dead()
    }
    await expect(loadLate(load, async () => {})).resolves.toBe('here')
  })

  test('is given up where the server answers and has it not', async () => {
    vi.stubGlobal('fetch', async () => front(ENTRY))
    const load = vi.fn(async () => dead())
    await expect(loadLate(load, async () => {})).rejects.toThrow('Failed to fetch')
    expect(load).toHaveBeenCalledTimes(4)
  })
})

describe('a file that cannot be fetched', () => {
  test.each([
    ['reloads the page once after an upgrade', async () => front('/assets/index-new.js'), 1],
    ['reloads nothing where there is no line', async () => dead(), 0],
    ['reloads nothing where the server is the same', async () => front(ENTRY), 0],
    [
      'reloads nothing where a proxy answers for the server',
      async () => new Response('', { status: 502 }),
      0,
    ],
  ])('%s', async (_, answer, times) => {
    vi.stubGlobal('fetch', answer)
    const reload = vi.fn()
    await reloadIfRebuilt(reload)
    await reloadIfRebuilt(reload)
    expect(reload).toHaveBeenCalledTimes(times)
  })

  test('does without storage where there is none', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    vi.stubGlobal('fetch', async () => front('/assets/index-new.js'))
    const reload = vi.fn()
    await reloadIfRebuilt(reload)
    expect(reload).toHaveBeenCalledOnce()
  })
})
