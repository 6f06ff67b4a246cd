import { useWords } from '../language/words'
import { IconButton } from './button'
import { HalfIcon, MoonIcon, SunIcon } from './icons'
import { chooseTheme, type Theme, useTheme } from './theme'
import { uiWords } from './words'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }

export function ThemeSwitch() {
  const says = useWords(uiWords)
  const theme = useTheme()
  return (
    <IconButton label={says.theme[theme]} onClick={() => chooseTheme(NEXT[theme])}>
      {theme === 'system' ? <HalfIcon /> : theme === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  )
}
