import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Markdown } from '../conversation/markdown/markdown'
import {
  type Cited,
  type CitedPart,
  citedIn,
  MarksContext,
  placeAddress,
  readPlace,
  writePlace,
} from './cited'
import { Sources } from './sources'

const DOCUMENT = '019a0000-0000-7000-8000-000000000001'
const part = (number: unknown, documentId: unknown = DOCUMENT): CitedPart => ({
  type: 'source-document',
  sourceId: String(number),
  title: `Document ${number}`,
  providerMetadata: { holdfast: { number, documentId, version: 2, page: 3, starts: 40, length: 60 } },
})
const marksOf = (parts: CitedPart[]) => new Map<number, Cited>(citedIn(parts).map((one) => [one.number, one]))

beforeEach(() => history.replaceState(null, '', '/chat/1'))

describe('what an answer cites', () => {
  it('stands under it in the order of its marks, and opens beside it', () => {
    render(<Sources cited={citedIn([part(2), part(1), { type: 'text' }])} />)
    const buttons = screen.getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([
      '1Source 1:Document 1, page 3',
      '2Source 2:Document 2, page 3',
    ])
    fireEvent.click(buttons[0] as HTMLElement)
    expect(location.search).toBe(`?passage=${DOCUMENT}%7E2%7E3%7E40%7E60`)
    expect(buttons[0]?.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(buttons[0] as HTMLElement)
    expect(location.search).toBe('')
  })

  it('is nothing where the server named no place of ours', () => {
    expect(citedIn([part('1'), part(1, '../../elsewhere'), part(1, null)])).toEqual([])
  })

  it('is a mark with the name of its document, and a number that nothing stands behind is words', () => {
    render(
      <MarksContext value={marksOf([part(1)])}>
        <Markdown text={'Twenty-eight days [1], not [2]. `a[1]` and [link [1]](https://example.org).'} />
      </MarksContext>,
    )
    const marks = screen.getAllByRole('button', { name: 'Source 1: Document 1, page 3' })
    expect(marks).toHaveLength(1)
    expect(document.querySelector('.answer')?.textContent).toContain('days1, not [2]. a[1]')
  })
})

describe('answers on one page', () => {
  it('have marks of their own, each for what it cites', () => {
    const cite = (numbers: number[], text: string) => (
      <MarksContext value={marksOf(numbers.map((number) => part(number)))}>
        <Markdown text={text} />
      </MarksContext>
    )
    render(cite([3], 'The first [3], not [4].'))
    render(cite([3, 4], 'The second [3] [4].'))
    render(cite([4], 'The third [4], not [3].'))
    const marks = screen
      .getAllByRole('button')
      .map((mark) => mark.getAttribute('aria-label') ?? mark.textContent)
    expect(marks.map((name) => name.match(/\d/)?.[0])).toEqual(['3', '3', '4', '4'])
  })
})

describe('a place in an address', () => {
  it('is read as it was written, with and without a page', () => {
    for (const [one] of [citedIn([part(1)]), citedIn([{ ...part(2), providerMetadata: pageless() }])]) {
      const { number: _, title: __, ...place } = one as Cited
      expect(readPlace(writePlace(place))).toEqual(place)
    }
    expect(readPlace('elsewhere~1~2~3~4')).toBeNull()
    expect(readPlace(null)).toBeNull()
  })

  it('leads to the passage on the page of its document', () => {
    const [one] = citedIn([part(1)])
    expect(placeAddress(one as Cited)).toBe(`/documents/${DOCUMENT}?version=2&page=3&at=40-100`)
  })
})

function pageless() {
  return { holdfast: { number: 2, documentId: DOCUMENT, page: null, starts: 0, length: 5 } }
}
