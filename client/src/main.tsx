import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import './styles.css'
import { Broken, ErrorBoundary } from './ui/error-boundary'
import { applyTheme } from './ui/theme'

applyTheme()

// After an upgrade of the server an open page asks for files that are gone; one reload brings the new ones.
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('holdfast.reloaded') ?? 0)
  if (Date.now() - last < 10_000) return
  sessionStorage.setItem('holdfast.reloaded', String(Date.now()))
  location.reload()
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary fallback={<Broken />}>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
}
