/** How loud it was, as bars that come in from the right; drawn, because a page has other things to do 31 times a second. */
import { useEffect, useRef } from 'react'
import { useMedia } from '../../../ui/media'

const BAR = 3
const GAP = 2
/** Windows of 32 ms to a bar. */
const TOGETHER = 2
const LEAST = 0.06

interface WaveformProps {
  levels: readonly number[]
  isMoving: boolean
}

export function Waveform({ levels, isMoving }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')

  useEffect(() => {
    const element = canvas.current
    const brush = element?.getContext('2d')
    if (!element || !brush) return
    let frame = 0
    let drawn = -1
    const draw = () => {
      const count = levels.length
      if (count !== drawn) {
        drawn = count
        fitTo(element)
        if (isCalm) drawLevel(brush, levels.at(-1) ?? 0)
        else drawBars(brush, levels)
      }
      if (isMoving) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [levels, isMoving, isCalm])

  return (
    <span aria-hidden="true" className="flex min-w-0 flex-1">
      <canvas ref={canvas} className="h-8 w-full min-w-0 text-kelp" />
    </span>
  )
}

function fitTo(element: HTMLCanvasElement): void {
  const scale = window.devicePixelRatio || 1
  const width = Math.round(element.clientWidth * scale)
  const height = Math.round(element.clientHeight * scale)
  if (element.width !== width) element.width = width
  if (element.height !== height) element.height = height
}

function drawBars(brush: CanvasRenderingContext2D, levels: readonly number[]): void {
  const { width, height } = brush.canvas
  const scale = window.devicePixelRatio || 1
  const step = (BAR + GAP) * scale
  brush.clearRect(0, 0, width, height)
  brush.fillStyle = getComputedStyle(brush.canvas).color
  const bars = Math.floor(width / step)
  const last = Math.floor(levels.length / TOGETHER)
  for (let n = 0; n < bars; n += 1) {
    const bar = last - 1 - n
    const level = bar < 0 ? 0 : loudest(levels, bar * TOGETHER)
    const tall = Math.max(BAR * scale, Math.max(LEAST, level) * height)
    brush.globalAlpha = bar < 0 ? 0.25 : 1
    brush.beginPath()
    brush.roundRect(width - (n + 1) * step, (height - tall) / 2, BAR * scale, tall, (BAR * scale) / 2)
    brush.fill()
  }
  brush.globalAlpha = 1
}

/** For whoever wants nothing to move across the page: one bar that says how loud it is now. */
function drawLevel(brush: CanvasRenderingContext2D, level: number): void {
  const { width, height } = brush.canvas
  const thick = height / 5
  brush.clearRect(0, 0, width, height)
  brush.fillStyle = getComputedStyle(brush.canvas).color
  for (const [length, alpha] of [
    [width, 0.2],
    [width * level, 1],
  ] as const) {
    brush.globalAlpha = alpha
    brush.beginPath()
    brush.roundRect(0, (height - thick) / 2, Math.max(length, thick), thick, thick / 2)
    brush.fill()
  }
  brush.globalAlpha = 1
}

function loudest(levels: readonly number[], from: number): number {
  let most = 0
  for (let at = from; at < from + TOGETHER; at += 1) most = Math.max(most, levels[at] ?? 0)
  return most
}
