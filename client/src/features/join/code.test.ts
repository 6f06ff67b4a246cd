import { beforeEach, describe, expect, test } from 'vitest'
import { forgetCode, keepCode, keptCode, readCode, takeFromAddress } from './code'

beforeEach(() => {
  forgetCode()
  history.replaceState(null, '', '/')
})

test.each([
  ['#ABC234', 'ABC234'],
  ['abc-234', 'abc-234'],
  ['  ABC 234 ', 'ABC 234'],
  ['https://holdfast.example/join#ABC234', 'ABC234'],
  ['#ABC%20234', 'ABC 234'],
  ['#', null],
  ['', null],
  ['#%E0%A4%A', null],
  ['#<img src=x>', null],
  [`#${'A'.repeat(41)}`, null],
])('in %j the code is %j', (given, code) => {
  expect(readCode(given)).toBe(code)
})

describe('a link', () => {
  test('gives up its code at once, and keeps the rest of the address', () => {
    history.replaceState(null, '', '/join?theme=dark#ABC234')
    takeFromAddress()
    expect(location.pathname + location.search + location.hash).toBe('/join?theme=dark')
    expect(keptCode()).toBe('ABC234')
  })

  test('is only read where codes are asked for', () => {
    history.replaceState(null, '', '/settings#ABC234')
    takeFromAddress()
    expect(keptCode()).toBeNull()
    expect(location.hash).toBe('#ABC234')
  })

  test('that holds nonsense leaves no trace in the address either', () => {
    history.replaceState(null, '', '/join#%E0%A4%A')
    takeFromAddress()
    expect(location.hash).toBe('')
    expect(keptCode()).toBeNull()
  })
})

test('a code waits in this tab only, and is gone when it was used', () => {
  keepCode('ABC234')
  expect(sessionStorage.getItem('holdfast.invite')).toBe('ABC234')
  expect(JSON.stringify(localStorage)).not.toContain('ABC234')
  forgetCode()
  expect(keptCode()).toBeNull()
  expect(sessionStorage.getItem('holdfast.invite')).toBeNull()
})
