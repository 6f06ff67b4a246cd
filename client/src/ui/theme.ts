import { makeLook, useLook } from './look'

export type Theme = 'system' | 'light' | 'dark'

/** The colours follow `color-scheme`, so that one attribute on the root changes everything. */
const theme = makeLook<Theme>('theme', ['system', 'light', 'dark'])
export const { apply: applyTheme, choose: chooseTheme } = theme

export function useTheme(): Theme {
  return useLook(theme)
}

/** What the page looks like at this moment, whoever has chosen it. */
export function isDarkNow(): boolean {
  const chosen = theme.read()
  return chosen === 'system'
    ? (window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false)
    : chosen === 'dark'
}
