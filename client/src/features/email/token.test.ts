import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetToken, keptToken, takeTokenFromAddress } from './token'

const TOKEN = `${'aB3-_'.repeat(8)}xyz`

beforeEach(() => forgetToken('reset'))
afterEach(() => history.replaceState(null, '', '/'))

test('a token is kept, and gone from the address', () => {
  history.replaceState(null, '', `/reset?x=1#${TOKEN}`)
  takeTokenFromAddress()
  expect(keptToken('reset')).toBe(TOKEN)
  expect(location.pathname + location.search + location.hash).toBe('/reset?x=1')
})

test.each([`#${TOKEN}x`, '#short', `#${TOKEN.slice(1)}%`, '#<script>'])(
  '%s is no token, and leaves none behind',
  (hash) => {
    history.replaceState(null, '', `/reset#${TOKEN}`)
    takeTokenFromAddress()
    history.replaceState(null, '', `/reset${hash}`)
    takeTokenFromAddress()
    expect(keptToken('reset')).toBeNull()
    expect(location.hash).toBe('')
  },
)

test('on other pages what stands behind the # is nobody’s token', () => {
  history.replaceState(null, '', `/settings#${TOKEN}`)
  takeTokenFromAddress()
  expect(keptToken('reset')).toBeNull()
  expect(location.hash).toBe(`#${TOKEN}`)
})
