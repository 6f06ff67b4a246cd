import { IconButton } from './button'
import { HalfIcon, MoonIcon, SunIcon } from './icons'
import { chooseTheme, type Theme, useTheme } from './theme'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const SAYS: Record<Theme, string> = {
  system: 'Colours follow the system',
  light: 'Light colours',
  dark: 'Dark colours',
}

export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <IconButton label={`${SAYS[theme]}. Change`} onClick={() => chooseTheme(NEXT[theme])}>
      {theme === 'system' ? <HalfIcon /> : theme === 'light' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  )
}
