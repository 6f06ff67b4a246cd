import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Address, ApiError, call } from './http'
import { address, get, open, patch, post, put, remove } from './request'

function answering(response: () => Response) {
  const fetched = vi.fn(async (_at: string, _init?: RequestInit) => response())
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => vi.unstubAllGlobals())

describe('an address', () => {
  test('is filled in, with every value in its own place', () => {
    expect(address('/api/files/{file_id}', { path: { file_id: 'a/b?c' } })).toBe('/api/files/a%2Fb%3Fc')
    expect(address('/api/chats/messages', { query: { chatId: 'c 1', limit: 5 } })).toBe(
      '/api/chats/messages?chatId=c+1&limit=5',
    )
  })

  test('says nothing of what is not given', () => {
    expect(address('/api/chats', { query: { limit: 30, cursor: null } })).toBe('/api/chats?limit=30')
    expect(address('/api/chats', { query: { cursor: undefined } })).toBe('/api/chats')
  })
})

describe('a request', () => {
  test('sends its body as JSON and reads the answer', async () => {
    const fetched = answering(() => Response.json({ name: 'Sea' }))
    const changed = await patch('/api/organizations/{org_id}', {
      path: { org_id: 'o-1' },
      body: { name: 'Sea' },
    })
    expect(changed.name).toBe('Sea')
    const [at, init] = fetched.mock.calls[0] ?? []
    expect(at).toBe('/api/organizations/o-1')
    expect(init).toMatchObject({
      method: 'PATCH',
      body: '{"name":"Sea"}',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    })
  })

  test('comes to nothing where the server has nothing to say', async () => {
    answering(() => new Response(null, { status: 204 }))
    expect(await remove('/api/chats/{chat_id}', { path: { chat_id: 'c-1' } })).toBeUndefined()
    expect(await get('/api/chat', { query: { chatId: 'c-1' } })).toBeUndefined()
  })

  test('leaves a form to the browser', async () => {
    const fetched = answering(() => Response.json({ id: 'f-1' }, { status: 201 }))
    const form = new FormData()
    await post('/api/files', { body: form })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ body: form, headers: { accept: 'application/json' } })
  })

  test('that is refused throws, with the words of the server', async () => {
    answering(() =>
      Response.json({ error: { code: 'not_found', message: 'No such chat.' } }, { status: 404 }),
    )
    await expect(get('/api/chats')).rejects.toEqual(
      new ApiError(404, { code: 'not_found', message: 'No such chat.' }, null),
    )
  })
})

test('what must not be written is an error of its type (`npm run check` looks; nothing here is run)', () => {
  const refused = [
    // @ts-expect-error: the server has no such address
    () => get('/api/nowhere'),
    // @ts-expect-error: nor does it take this method there
    () => put('/api/chats', {}),
    // @ts-expect-error: whose chat?
    () => remove('/api/chats/{chat_id}'),
    // @ts-expect-error: a list of chats is not asked for by that
    () => get('/api/chats', { query: { page: 2 } }),
    // @ts-expect-error: a sign-in takes a password
    () => post('/api/auth/login', { body: { email: 'a@example.org' } }),
    // @ts-expect-error: a chat has no such field
    () => get('/api/chats').then((page) => page.chats[0]?.owner),
    // @ts-expect-error: an address is not put together by hand
    () => call(`/api/chats/${'c-1'}`),
    // @ts-expect-error: not even to read what comes as it comes
    () => open('get', '/api/chats/c-1/stream', {}),
    (at: Address) => call(at),
  ]
  expect(refused).toHaveLength(9)
})
