const QUIETEST_DB = -60

/** How loud a window is: 0 for silence, 1 for as loud as can be, even steps as they are heard. */
export function levelOf(window: Int16Array): number {
  return toLevel(loudness(window))
}

/** Root mean square, of full scale. */
export function loudness(window: Int16Array): number {
  if (window.length === 0) return 0
  let sum = 0
  for (const sample of window) sum += sample * sample
  return Math.sqrt(sum / window.length) / 32768
}

export function toLevel(loud: number): number {
  if (loud <= 0) return 0
  return Math.max(0, Math.min(1, 1 - (20 * Math.log10(loud)) / QUIETEST_DB))
}
