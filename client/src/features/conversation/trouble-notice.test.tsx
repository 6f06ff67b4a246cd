import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/http'
import type { Trouble } from './trouble'
import { TroubleNotice } from './trouble-notice'

const refused = (status: number, code: string, message: string): Trouble => ({
  kind: 'refused',
  error: new ApiError(
    status,
    { code, message, category: 'business_logic', retryable: false, details: null },
    null,
  ),
  isForLater: false,
})

function show(trouble: Trouble) {
  const onStartAnew = vi.fn()
  render(
    <TroubleNotice
      trouble={trouble}
      isRejoining={false}
      onDismiss={() => {}}
      onSendAgain={null}
      onStartAnew={onStartAnew}
    />,
  )
  return onStartAnew
}

describe('a chat that was deleted on another page', () => {
  test('is said to be, with a way to go on', async () => {
    const startAnew = show(refused(404, 'chat_deleted', 'This chat was deleted; start a new one.'))
    expect(screen.getByTestId('composer-error').textContent).toContain('This chat was deleted')
    await userEvent.click(screen.getByRole('button', { name: 'Start a new chat' }))
    expect(startAnew).toHaveBeenCalledOnce()
  })

  test('is not what any other refusal means', () => {
    show(refused(404, 'unknown_persona', 'There is no such persona.'))
    expect(screen.queryByRole('button', { name: 'Start a new chat' })).toBeNull()
  })
})
