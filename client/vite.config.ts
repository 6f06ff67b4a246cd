import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      'rehype-raw': decodeURIComponent(
        // A folder name with spaces is a path, not a URL.
        new URL('./src/features/conversation/markdown/no-raw-html.ts', import.meta.url).pathname,
      ),
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', changeOrigin: true } },
  },
  build: {
    target: 'es2022',
    // light-dark() and oklch() stay as written: rewriting them doubles the palette.
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    // The server's content policy forbids inline scripts, so nothing may be inlined as one.
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Against hanging only: beside other work, a page that takes half a second may take ten.
    testTimeout: 60_000,
  },
})
