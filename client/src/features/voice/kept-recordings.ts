/**
 * What was said and not heard yet, for as long as the page stands open: whoever looks at another chat meanwhile finds it
 * again at its box. Only here, in memory: nobody's voice stays on a machine.
 */
const kept = new Map<string, Blob>()

export function keepRecording(boxId: string, recording: Blob): void {
  kept.set(boxId, recording)
}

export function keptRecording(boxId: string): Blob | null {
  return kept.get(boxId) ?? null
}

export function dropRecording(boxId: string): void {
  kept.delete(boxId)
}

/** On signing out. */
export function forgetRecordings(): void {
  kept.clear()
}
