// Before the first paint: someone who chose dark must not be flashed by light. The rest of it is in src/ui/theme.ts.
try {
  const theme = localStorage.getItem('holdfast.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage: the system decides.
}
