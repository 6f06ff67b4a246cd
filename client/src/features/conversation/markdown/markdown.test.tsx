import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { destinationOf, isOwnFile } from './destinations'
import { Markdown } from './markdown'

describe('an image in an answer', () => {
  test('from outside is never loaded; its host is named and its address shown only when asked', async () => {
    const { container } = render(<Markdown text="![plan](https://evil.example/p.png?d=secret)" />)
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByTestId('blocked-image').textContent).toContain('not loaded from evil.example')
    expect(container.innerHTML).not.toContain('d=secret')
    await userEvent.click(screen.getByRole('button', { name: 'Show address' }))
    expect(screen.getByRole('link').getAttribute('rel')).toContain('noreferrer')
  })

  test('by reference, by data address or without a scheme is not loaded either', () => {
    const text =
      '![a][r]\n\n![b](data:image/svg+xml,<svg/>)\n\n![c](//evil.example/x)\n\n[r]: http://evil.example/y'
    const { container } = render(<Markdown text={text} />)
    expect(container.querySelector('img')).toBeNull()
  })

  test('that is a file of this house is shown', () => {
    const { container } = render(<Markdown text="![mine](/api/files/b-1)" />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/api/files/b-1')
    expect(isOwnFile('/api/files/../auth/logout')).toBe(false)
    expect(isOwnFile('/api/files/x?y')).toBe(false)
  })
})

describe('a link in an answer', () => {
  test('opens elsewhere, sends no referrer and says where it goes', () => {
    const { container } = render(<Markdown text="Read [the handbook](https://docs.example.com/a?b=c)." />)
    const link = screen.getByRole('link', { name: 'the handbook' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link.getAttribute('title')).toBe('https://docs.example.com/a?b=c')
    expect(container.querySelector('.goes-to')?.textContent).toBe('docs.example.com')
  })

  test('that is its own text does not say it twice', () => {
    const { container } = render(<Markdown text="See https://example.org/notes" />)
    expect(container.querySelector('.goes-to')).toBeNull()
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '/api/auth/logout',
    '//evil.example',
    'blob:https://x/y',
  ])('to %s is only text', (href) => {
    render(<Markdown text={`[press](<${href}>)`} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('press')).toBeTruthy()
  })

  test('with a misleading user part names the real host', () => {
    expect(destinationOf('https://bank.com@evil.example/')).toMatchObject({ host: 'evil.example' })
  })
})

describe('markup in an answer', () => {
  test('stays text', () => {
    const html =
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n<iframe src="https://e.example"></iframe>'
    const { container } = render(<Markdown text={`${html}\n\nA <b class="fixed inset-0">bold</b> word.`} />)
    expect(container.querySelector('script, img, iframe, b, style, form')).toBeNull()
    expect(container.textContent).toContain('<script>alert(1)</script>')
    expect(container.textContent).toContain('<b class="fixed inset-0">')
  })

  test('of markdown is set: headings, lists, tables, code with its language and a copy button', () => {
    const text = '## Order\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nprint(1)\n```'
    const { container } = render(<Markdown text={text} />)
    expect(screen.getByRole('heading', { name: 'Order' })).toBeTruthy()
    expect(screen.getByRole('table')).toBeTruthy()
    expect(container.querySelector('.code-block pre')?.textContent).toBe('print(1)')
    expect(container.querySelector('.code-block')?.textContent).toContain('python')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  })

  test('of a list takes the side of its words', () => {
    const { container } = render(<Markdown text={'- عنصر\n- آخر\n\n3. three'} />)
    expect(container.querySelector('ul')?.getAttribute('dir')).toBe('auto')
    expect(container.querySelector('ol')?.getAttribute('dir')).toBe('auto')
    expect(container.querySelector('ol')?.getAttribute('start')).toBe('3')
  })

  test('that is still being written is closed for the eye', () => {
    const { container } = render(<Markdown text="This is **bol" isWriting />)
    expect(container.querySelector('strong, [data-streamdown="strong"]')?.textContent).toBe('bol')
  })
})
