import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** A folder name with spaces is a path, not a URL. */
const inSource = (file: string) => decodeURIComponent(new URL(`./src/${file}`, import.meta.url).pathname)

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    // What libraries bring along and nothing here uses: each file says what it stands in for, and why.
    alias: [
      { find: 'rehype-raw', replacement: inSource('left-out/rehype-raw.ts') },
      { find: 'zod/v3', replacement: inSource('left-out/zod-v3.ts') },
      { find: /^zod(\/v4)?$/, replacement: inSource('left-out/zod.ts') },
      { find: 'tailwind-merge', replacement: inSource('left-out/tailwind-merge.ts') },
    ],
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
    // The largest lays diagrams out, and is fetched by whoever asks for one that needs it.
    chunkSizeWarningLimit: 1600,
    // And it knows no fonts but those that come as files: small ones are not written into the styles either.
    assetsInlineLimit: (file) => (/\.(woff2?|ttf)$/.test(file) ? false : undefined),
  },
  test: {
    environment: 'jsdom',
    // A page for each thread and not for each file: src/test/setup.ts keeps them apart.
    pool: 'threads',
    isolate: false,
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Against hanging only: beside other work, a page that takes half a second may take ten.
    testTimeout: 60_000,
  },
})
