import { RATE } from './thin'

const HEAD_BYTES = 44

/** What was recorded, as a file that every transcriber takes. */
export function toWav(windows: readonly Int16Array[]): Blob {
  const bytes = windows.reduce((sum, window) => sum + window.byteLength, 0)
  const head = new DataView(new ArrayBuffer(HEAD_BYTES))
  const word = (at: number, text: string) => {
    for (let n = 0; n < text.length; n += 1) head.setUint8(at + n, text.charCodeAt(n))
  }
  word(0, 'RIFF')
  head.setUint32(4, HEAD_BYTES - 8 + bytes, true)
  word(8, 'WAVEfmt ')
  head.setUint32(16, 16, true)
  head.setUint16(20, 1, true) // plain samples
  head.setUint16(22, 1, true) // one channel
  head.setUint32(24, RATE, true)
  head.setUint32(28, RATE * 2, true)
  head.setUint16(32, 2, true)
  head.setUint16(34, 16, true)
  word(36, 'data')
  head.setUint32(40, bytes, true)
  return new Blob([head, ...(windows as readonly Int16Array<ArrayBuffer>[])], { type: 'audio/wav' })
}
