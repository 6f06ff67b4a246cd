import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { startWorker } from './install'
import { applyLanguage } from './language/language'
import { reloadIfRebuilt } from './load-late'
import './styles.css'
import { applyColumn } from './ui/column'
import { Broken, ErrorBoundary } from './ui/error-boundary'
import { applyTheme } from './ui/theme'

applyTheme()
applyColumn()
startWorker()

window.addEventListener('vite:preloadError', () => void reloadIfRebuilt())

const root = document.getElementById('root')
if (root) {
  void applyLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary fallback={<Broken />}>
          <App />
        </ErrorBoundary>
      </StrictMode>,
    ),
  )
}
