import { expect, test } from 'vitest'
import type { Connection } from '../../api/types'
import { changeOf, wishOf } from './connection-fields'

const SERVER = {
  name: 'Wiki',
  kind: 'http',
  url: 'https://wiki.example.org/mcp',
  hasHiddenQuery: true,
  headerNames: ['X-Key'],
  auth: { clientId: 'c-1', hasClientSecret: true, scope: null },
} as unknown as Connection

function form(...fields: [string, string][]): FormData {
  const made = new FormData()
  for (const [name, value] of fields) made.append(name, value)
  return made
}

test('what was not touched is not sent, so that what is kept and not told stays', () => {
  const same = form(
    ['name', 'Wiki'],
    ['url', 'https://wiki.example.org/mcp'],
    ['headers.name', 'X-Key'],
    ['headers.value', ''],
    ['clientId', 'c-1'],
    ['clientSecret', ''],
    ['clientScope', ''],
  )
  expect(changeOf(SERVER, same)).toEqual({ name: 'Wiki', headers: {} })
})

test('another address, a header that is gone, and a client without its id are told', () => {
  const other = form(['name', 'Wiki'], ['url', 'https://wiki.example.org/other'], ['clientId', ''])
  expect(changeOf(SERVER, other)).toEqual({
    name: 'Wiki',
    url: 'https://wiki.example.org/other',
    headers: { 'X-Key': null },
    auth: null,
  })
})

test('a program is wished for with its arguments line by line, and a variable that is empty is none', () => {
  const program = form(
    ['name', 'Clock'],
    ['command', 'mcp-server-time'],
    ['args', '--local-timezone\nUTC\n'],
    ['env.name', 'TZ'],
    ['env.value', ''],
  )
  expect(wishOf('command', 'everyone', program)).toEqual({
    name: 'Clock',
    scope: 'everyone',
    command: 'mcp-server-time',
    args: ['--local-timezone', 'UTC'],
    env: {},
  })
})
