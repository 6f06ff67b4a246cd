import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  // A test of files, not of pages, runs without a browser's things.
  if (typeof localStorage !== 'undefined') localStorage.clear()
})
