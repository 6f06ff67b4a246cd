import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '../ui/error-boundary'
import { framesOf } from './page-errors'

const CHROMIUM = `TypeError: Cannot read "Anna said this"
    at Object.render (http://127.0.0.1:8000/assets/index-B4GrE_s9.js:3:120)
    at async http://127.0.0.1:8000/assets/markdown.js?v=2:17:9
    at helper (chrome-extension://abc/inject.js:1:1)
    at <anonymous>`
const FIREFOX = `render@http://127.0.0.1:8000/assets/index.js:3:120
@http://127.0.0.1:8000/assets/other.js:9:1`

function Breaks(): never {
  throw new RangeError('Anna said this')
}

test('the places of an error are told, and neither its message nor what is not ours', () => {
  expect(framesOf(CHROMIUM)).toEqual([
    { file: 'assets/index-B4GrE_s9.js', function: 'Object.render', line: 3 },
    { file: 'assets/markdown.js', function: '', line: 17 },
  ])
  expect(framesOf(FIREFOX)).toEqual([
    { file: 'assets/index.js', function: 'render', line: 3 },
    { file: 'assets/other.js', function: '', line: 9 },
  ])
  expect(framesOf(undefined)).toEqual([])
})

test('a part of the page that breaks is reported without a word of anybody', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
  render(
    <ErrorBoundary fallback="It broke.">
      <Breaks />
    </ErrorBoundary>,
  )
  expect(screen.getByText('It broke.')).toBeTruthy()
  const [, options] = sent.mock.calls.find(([path]) => path === '/api/page-errors') ?? []
  expect(JSON.parse(String(options?.body))).toMatchObject({ error: 'RangeError' })
  expect(String(options?.body)).not.toContain('Anna')
})
