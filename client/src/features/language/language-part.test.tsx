import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { applyLanguage, readChoice } from '../../language/language'
import { LanguagePart } from './language-part'

afterEach(async () => {
  localStorage.clear()
  await act(() => applyLanguage('en'))
})

test('a person chooses the language, sees it at once, and goes back to the browser’s', async () => {
  render(<LanguagePart />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Sprache' }), 'Español')
  const choice = await screen.findByRole('combobox', { name: 'Idioma' })
  expect(readChoice()).toBe('es')
  await userEvent.selectOptions(choice, 'Como el navegador')
  expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'system')
  expect(readChoice()).toBe('system')
})
