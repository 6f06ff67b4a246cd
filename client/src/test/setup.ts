import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// One page serves all files of a thread, for to make one costs more than what is tested on it. So that no file begins
// with what another left, each reads our own modules anew, and a test leaves the page as it found it.
vi.resetModules()

// Against hanging only, as the whole of a test: a second is not enough beside other work.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  cleanup()
  // A test of files, not of pages, runs without a browser's things.
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})
