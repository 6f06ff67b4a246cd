/** The microphone, window by window, or why there is none. */
import { NotReached } from '../../../api/http'
import worklet from './mic-worklet?worker&url'
import { RATE } from './thin'

/**
 * `insecure`: browsers give a microphone to https and to localhost only. `refused`: by the person, or by their system.
 * `taken`: another program holds it, or it broke.
 */
export type MicFault = 'insecure' | 'unsupported' | 'refused' | 'none' | 'taken'

export class MicError extends Error {
  override name = 'MicError'
  constructor(readonly fault: MicFault) {
    super(fault)
  }
}

export interface Microphone {
  /** Gives it back: the browser's own mark that it listens goes out. */
  close: () => void
}

export interface Listener {
  onWindow: (samples: Int16Array) => void
  /** It was unplugged, or taken away in the middle. */
  onLost: () => void
}

const WISHES: MediaStreamConstraints = {
  // What comes from our own loudspeaker is to be taken out: somebody is talked to while they are listened to.
  audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
}

export async function openMicrophone({ onWindow, onLost }: Listener): Promise<Microphone> {
  if (!navigator.mediaDevices?.getUserMedia)
    throw new MicError(window.isSecureContext ? 'unsupported' : 'insecure')
  const stream = await navigator.mediaDevices.getUserMedia(WISHES).catch((error: unknown) => {
    throw new MicError(faultOf(error))
  })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    const context = await tap(stream, onWindow)
    stream.getAudioTracks()[0]?.addEventListener('ended', onLost)
    return {
      close: () => {
        stream.getAudioTracks()[0]?.removeEventListener('ended', onLost)
        release()
        void context.close()
      },
    }
  } catch (error) {
    release()
    throw error instanceof NotReached ? error : new MicError('unsupported')
  }
}

/** At 16 kHz where the browser changes the rate itself; Firefox does not, and is heard at the device's own. */
async function tap(stream: MediaStream, onWindow: Listener['onWindow']): Promise<AudioContext> {
  for (const options of [{ sampleRate: RATE }, {}]) {
    const context = new AudioContext(options)
    try {
      await context.audioWorklet.addModule(worklet).catch(() => {
        throw new NotReached()
      })
      const source = context.createMediaStreamSource(stream)
      const node = new AudioWorkletNode(context, 'mic', { numberOfOutputs: 0 })
      node.port.onmessage = (event: MessageEvent<ArrayBuffer>) => onWindow(new Int16Array(event.data))
      source.connect(node)
      await context.resume()
      return context
    } catch (error) {
      void context.close()
      if (!(error instanceof DOMException && error.name === 'NotSupportedError')) throw error
    }
  }
  throw new MicError('unsupported')
}

function faultOf(error: unknown): MicFault {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  return 'taken'
}
