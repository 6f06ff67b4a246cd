/** The page's loudspeaker: one for all that is spoken. */
let context: AudioContext | null = null

/** To be called where somebody has just pressed something: browsers let no page speak before. */
export function openOutput(): AudioContext {
  if (context === null || context.state === 'closed') context = new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => {})
  return context
}
