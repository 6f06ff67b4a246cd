import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Trace } from '../../../api/types'
import { aModel, aReplay, aRoute, aTrace, sides } from '../../../test/traces'
import { markLines, summarizeChanges } from './compare'
import { Replay } from './replay'

const trace = aTrace()
const told = (tokens: number, text: string | null) => ({ tokens, text })

const replayed = aReplay({
  difference: [
    { kind: 'persona', change: 'same', ...sides(told(90, 'You are Sophie.'), told(90, 'You are Sophie.')) },
    {
      kind: 'overlay',
      change: 'changed',
      ...sides(told(9, 'Open with them:\n- the dentist'), told(8, 'Open with them:\n- the visit')),
    },
    { kind: 'handover', change: 'removed', ...sides(told(20, null), null) },
    { kind: 'recall_sheet', change: 'added', ...sides(null, told(30, 'Ana visits.')) },
  ],
  answer: sides('I hear you.', 'I still hear you.'),
  models: [aModel('test:scripted')],
})

type Fetch = (path: string, init: RequestInit) => Response | Promise<Response>
function show(answer: Fetch, one: Trace = trace) {
  const fetched = vi.fn(async (path: string, init: RequestInit) => answer(path, init))
  vi.stubGlobal('fetch', fetched)
  render(<Replay trace={one} />)
  return fetched
}
const refuse = (status: number, code: string, message: string) => () =>
  Response.json({ error: { code, message } }, { status })
const run = () => userEvent.click(screen.getByRole('button', { name: 'Run this turn again' }))

afterEach(() => vi.unstubAllGlobals())

describe('a turn run again', () => {
  test('says that nothing is stored, and shows what came, went and changed, and both answers', async () => {
    const fetched = show(() => Response.json(replayed))
    expect(screen.getByText(/Nothing is stored/)).toBeTruthy()
    await run()
    const blocks = await screen.findAllByTestId('replay-block')
    expect(blocks.map((block) => block.dataset.change)).toEqual(['changed', 'removed', 'added'])
    const changed = within(blocks[0] as HTMLElement)
    expect(changed.getByText('- the dentist').tagName).toBe('MARK')
    expect(changed.getByText('- the visit').tagName).toBe('MARK')
    expect(changed.getAllByText('Open with them:').map((line) => line.tagName)).toEqual(['SPAN', 'SPAN'])
    expect(blocks[1]?.textContent).toContain('Its text is gone')
    expect(
      screen.getByText(/1 block came, 1 block went, 1 block changed, 1 block stayed the same/),
    ).toBeTruthy()
    expect(screen.getByText('I hear you.')).toBeTruthy()
    expect(screen.getByText('I still hear you.')).toBeTruthy()
    const [path, init] = fetched.mock.calls[0] ?? []
    expect(path).toBe('/api/turns/t1/replay')
    expect(JSON.parse(String(init?.body))).toEqual({ memory: 'then', asksModel: true })
  })

  test('can be asked with the memory of now, and without a model', async () => {
    const fetched = show(() => Response.json({ ...replayed, answer: sides('I hear you.', null) }))
    await userEvent.click(screen.getByLabelText(/remembered now/))
    await userEvent.click(screen.getByLabelText(/prompts only/))
    await run()
    expect(await screen.findByText(/no model was asked/)).toBeTruthy()
    expect(screen.queryByText('I hear you.')).toBeNull()
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({ memory: 'now', asksModel: false })
  })

  test('can be given up while it runs, and a late answer is not shown', async () => {
    let answer: (response: Response) => void = () => {}
    let signal: AbortSignal | null | undefined
    show((_, init) => {
      signal = init.signal
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    await run()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(signal?.aborted).toBe(true)
    expect(screen.getByText(/Cancelled/)).toBeTruthy()
    answer(Response.json(replayed))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Run this turn again' })).toBeTruthy())
    expect(screen.queryByTestId('replay-difference')).toBeNull()
  })

  test.each([
    [409, 'replay_in_progress', 'Another replay of yours is still running; wait for it.'],
    [409, 'turn_forgotten', 'What this turn was about has been forgotten.'],
    [503, 'database_unavailable', 'The database is away.'],
  ])('that is refused with %i %s says why, in the words of the server', async (status, code, said) => {
    show(refuse(status, code, said))
    await run()
    expect((await screen.findByRole('alert')).textContent).toBe(said)
  })

  test('that found no model shows the difference all the same, and the model’s excuse', async () => {
    show(() =>
      Response.json({
        ...replayed,
        answer: sides('a', null),
        error: 'The model took too long.',
      }),
    )
    await run()
    expect(await screen.findByText('The model took too long.')).toBeTruthy()
  })

  test.each<Trace>([aTrace({ route: aRoute('answer') }), aTrace({ isForgotten: true })])(
    'is not offered where there is nothing to run: %o',
    (one) => {
      show(() => Response.json(replayed), one)
      expect(screen.queryByRole('button')).toBeNull()
    },
  )
})

test('a prompt without a difference is said to be the same', () => {
  expect(summarizeChanges(replayed.difference.slice(0, 1))).toBe('The prompt is the same: 1 block.')
  expect(summarizeChanges([])).toBe('The prompt is the same: 0 blocks.')
})

test('a line that stands twice in one text and once in the other is marked once', () => {
  expect(markLines('a\na\n', 'a\n').map((line) => line.isOnlyHere)).toEqual([false, true, false])
})
