import { IconButton } from './button'
import { HalfIcon, MoonIcon, SunIcon } from './icons'
import { chooseTheme, type Theme, useTheme } from './theme'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const SAYS: Record<Theme, string> = {
  system: 'Theme: system',
  light: 'Theme: light',
  dark: 'Theme: dark',
}

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <IconButton label={`${SAYS[theme]}. Change`} onClick={() => chooseTheme(NEXT[theme])}>
      {theme === 'system' ? <HalfIcon /> : theme === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  )
}
