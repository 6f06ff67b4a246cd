import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authWords } from '../features/auth/words'
import { joinWords } from '../features/join/words'
import { list, number, plural } from './formats'
import { applyLanguage, chooseLanguage, formatsOf, languageOf, readChoice, withWords } from './language'
import { useWords, wordsNow } from './words'

afterEach(async () => {
  localStorage.clear()
  await act(() => applyLanguage('en'))
})

function Title() {
  return <h1>{useWords(authWords).welcome}</h1>
}

describe('the language of the page', () => {
  it('is the first of the browser’s that we speak, unless one is chosen', () => {
    expect(languageOf('system', ['fr-CA', 'de-AT', 'en'])).toBe('de')
    expect(languageOf('system', ['fr', 'it'])).toBe('en')
    expect(languageOf('system', [])).toBe('en')
    expect(languageOf('es', ['de'])).toBe('es')
  })

  it('writes dates as its reader’s country does', () => {
    expect(formatsOf('en', ['de-DE', 'en-GB'])).toBe('en-GB')
    expect(formatsOf('es', ['de-DE'])).toBe('es')
  })

  it('changes on the page at once, is kept, and is told to whoever reads aloud', async () => {
    render(<Title />)
    expect(screen.getByRole('heading').textContent).toBe('Welcome back')
    await act(() => chooseLanguage('de'))
    expect(screen.getByRole('heading').textContent).toBe('Willkommen zurück')
    expect(document.documentElement.lang).toBe('de')
    expect(readChoice()).toBe('de')
    await act(() => chooseLanguage('es'))
    expect(screen.getByRole('heading').textContent).toBe('Te damos la bienvenida de nuevo')
  })

  it('has the words of later pages only once such a page is opened, and from then on in any language', async () => {
    const invited = () => wordsNow(joinWords).invited
    await applyLanguage('de')
    expect(invited()).toBe('You are invited')
    expect(await withWords(async () => 'the page')).toBe('the page')
    expect(invited()).toBe('Du bist eingeladen')
    await applyLanguage('es')
    expect(invited()).toBe('Tienes una invitación')
  })

  it('follows what another tab chose', async () => {
    render(<Title />)
    localStorage.setItem('holdfast.language', 'de')
    window.dispatchEvent(new StorageEvent('storage', { key: 'holdfast.language' }))
    expect((await screen.findByText('Willkommen zurück')).tagName).toBe('H1')
  })

  it('is what it was where a word of storage is none of ours', () => {
    localStorage.setItem('holdfast.language', 'toString')
    expect(readChoice()).toBe('system')
  })

  it('counts, lists and groups digits by its own rules', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
    const facts = (count: number) => plural(count, { one: '# fact', other: '# facts' })
    expect([facts(0), facts(1), facts(1200)]).toEqual(['0 facts', '1 fact', '1,200 facts'])
    expect(list(['Ada', 'Grace', 'Mary'])).toBe('Ada, Grace, and Mary')
    await act(() => applyLanguage('de'))
    expect(number(1234.5)).toBe('1.234,5')
    expect(list(['Ada', 'Grace', 'Mary'])).toBe('Ada, Grace und Mary')
  })
})
