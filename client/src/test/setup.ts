import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Against hanging only, as the whole of a test: a second is not enough beside other work.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  // A test of files, not of pages, runs without a browser's things.
  if (typeof localStorage !== 'undefined') localStorage.clear()
})
