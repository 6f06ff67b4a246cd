/** Runs in the browser's audio thread: passes on what the microphone gives, window by window. */
import { Thinner } from './thin'

declare const sampleRate: number
declare function registerProcessor(name: string, processor: unknown): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

class Mic extends AudioWorkletProcessor {
  private readonly thinner = new Thinner(sampleRate, (window) =>
    this.port.postMessage(window.buffer, [window.buffer as ArrayBuffer]),
  )

  process([input]: Float32Array[][]): boolean {
    const channel = input?.[0]
    if (channel) this.thinner.push(channel)
    return true
  }
}

registerProcessor('mic', Mic)
