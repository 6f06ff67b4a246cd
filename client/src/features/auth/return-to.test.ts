import { expect, test } from 'vitest'
import { loginPath, safeReturnTo } from './return-to'

const origin = 'https://holdfast.example'

test.each([
  ['/chat/1?x=2', '/chat/1?x=2'],
  ['/settings', '/settings'],
  [null, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/api/auth/logout', '/'],
  ['/login', '/'],
])('returning to %j leads to %s', (value, expected) => {
  expect(safeReturnTo(value, origin)).toBe(expected)
})

test('the way to the door remembers where one came from', () => {
  expect(loginPath('/chat/1')).toBe('/login?returnTo=%2Fchat%2F1')
  expect(loginPath('/')).toBe('/login')
})
