import { afterEach, expect, test, vi } from 'vitest'
import { makePasskey, NoPasskeyShown, showPasskey, toBytes, toText } from './passkey'

afterEach(() => vi.unstubAllGlobals())

function bytes(...values: number[]): ArrayBuffer {
  return Uint8Array.from(values).buffer
}

interface Asked {
  publicKey: { challenge: Uint8Array; allowCredentials: { id: Uint8Array }[] }
}

test('bytes go to text and back, with the letters that addresses allow', () => {
  expect(toText(bytes(251, 255, 254))).toBe('-__-')
  expect([...toBytes('-__-')]).toEqual([251, 255, 254])
  expect([...toBytes(toText(bytes(1, 2, 3, 4)))]).toEqual([1, 2, 3, 4])
})

test('a key signs what the server asked, and the answer goes back as the server reads it', async () => {
  const get = vi.fn(async (_: Asked) => ({
    id: 'AQI',
    rawId: bytes(1, 2),
    type: 'public-key',
    response: { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(5) },
  }))
  vi.stubGlobal('navigator', { credentials: { get } })
  const allowCredentials = [{ type: 'public-key', id: 'AQI' }]
  const shown = await showPasskey({ challenge: 'AQID', rpId: 'localhost', allowCredentials })
  const asked = get.mock.calls[0]?.[0].publicKey
  expect([...(asked?.challenge ?? [])]).toEqual([1, 2, 3])
  expect([...(asked?.allowCredentials[0]?.id ?? [])]).toEqual([1, 2])
  expect(shown).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'Aw', authenticatorData: 'BA', signature: 'BQ' },
  })
})

test('a key that nobody touched is no fault', async () => {
  const create = async () => {
    throw new DOMException('timed out', 'NotAllowedError')
  }
  vi.stubGlobal('navigator', { credentials: { create } })
  const options = { challenge: 'AQID', user: { id: 'AQ', name: 'ada', displayName: 'Ada' } }
  await expect(makePasskey(options)).rejects.toThrow(NoPasskeyShown)
})
