import { expect, test } from 'vitest'
import { changesOf, givenOf, linesOf, readPasted } from './paste'

const CLOCK = { command: 'mcp-server-time', args: ['--local-timezone', 'UTC'] }
const WIKI = { type: 'http', url: 'https://wiki.example.org/mcp' }

test.each([
  ['of most programs', JSON.stringify({ mcpServers: { clock: CLOCK, wiki: WIKI }, theme: 'dark' })],
  ['of some', JSON.stringify({ servers: { clock: CLOCK, wiki: WIKI }, inputs: [] })],
  ['in the settings of an editor', JSON.stringify({ mcp: { servers: { clock: CLOCK, wiki: WIKI } } })],
  ['the entries alone', JSON.stringify({ clock: CLOCK, wiki: WIKI })],
  [
    'lines without what is around them',
    `  "clock": ${JSON.stringify(CLOCK)}, "wiki": ${JSON.stringify(WIKI)},\n`,
  ],
])('servers are found as they are kept: %s', (_, text) => {
  expect(readPasted(text)).toEqual({ clock: CLOCK, wiki: WIKI })
})

test('one entry without a name is called like its host or its program', () => {
  expect(readPasted(JSON.stringify(WIKI))).toEqual({ 'wiki.example.org': WIKI })
  expect(readPasted('{"command": "/usr/bin/clock"}')).toEqual({ clock: { command: '/usr/bin/clock' } })
})

test('what holds no server is told from what is no JSON', () => {
  for (const text of ['[]', '{}', '3', 'null', '{"mcpServers": {}}', '{"theme": "dark"}'])
    expect(readPasted(text)).toBeNull()
  expect(() => readPasted('{"mcpServers": ')).toThrow(SyntaxError)
})

test('a header that was left empty stays, one that is gone is taken away, and the others are set', () => {
  const written = [
    { name: 'X-Key', value: '' },
    { name: ' X-New ', value: ' fresh ' },
    { name: 'X-Old', value: 'other' },
    { name: 'Authorization', value: ' ' },
    { name: '', value: '' },
  ]
  expect(changesOf(['X-Key', 'X-Old', 'X-Gone'], written)).toEqual({
    'X-Gone': null,
    'X-New': 'fresh',
    'X-Old': 'other',
  })
  expect(givenOf([{ name: 'X-Key', value: 'a' }])).toEqual({ 'X-Key': 'a' })
  expect(changesOf(['X-Key'], [{ name: 'X-Key', value: '' }])).toEqual({})
})

test('arguments stand one a line', () => {
  expect(linesOf('--local-timezone\n UTC \n\n')).toEqual(['--local-timezone', 'UTC'])
})
