import { expect, test } from 'vitest'
import { frameOf, layOut } from './layout'

const IDS = ['self', ...Array.from({ length: 30 }, (_, at) => `n${at}`)]
const TIES = IDS.slice(1).map((id, at) => ({ fromId: at % 3 ? `n${at - 1}` : 'self', toId: id }))

test('the same graph gives the same picture, with the person in the middle', () => {
  expect(layOut(IDS, TIES)).toEqual(layOut(IDS, TIES))
  expect(layOut(IDS, TIES).get('self')).toEqual({ x: 0, y: 0 })
})

test('nobody stands on anybody else', () => {
  const spots = [...layOut(IDS, TIES).values()]
  const nearest = spots.flatMap((one, a) =>
    spots.slice(a + 1).map((b) => Math.hypot(one.x - b.x, one.y - b.y)),
  )
  expect(Math.min(...nearest)).toBeGreaterThan(28)
})

test('whoever is tied stands nearer than whoever is not', () => {
  const spots = layOut(IDS, TIES)
  const between = (one: string, other: string) => {
    const [a, b] = [spots.get(one), spots.get(other)]
    return Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0))
  }
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const isTied = (one: string, other: string) =>
    TIES.some(({ fromId, toId }) => (fromId === one && toId === other) || (fromId === other && toId === one))
  const pairs = IDS.flatMap((one, at) => IDS.slice(at + 1).map((other) => [one, other] as const))
  const tied = pairs.filter(([one, other]) => isTied(one, other)).map(([one, other]) => between(one, other))
  const apart = pairs.filter(([one, other]) => !isTied(one, other)).map(([one, other]) => between(one, other))
  expect(mean(tied)).toBeLessThan(mean(apart) * 0.7)
})

test('ties to what is not shown are no ties, and the frame holds everybody', () => {
  const spots = layOut(['self', 'a'], [{ fromId: 'self', toId: 'gone' }])
  const frame = frameOf(spots.values())
  for (const { x, y } of spots.values()) {
    expect(x).toBeGreaterThan(frame.x)
    expect(x).toBeLessThan(frame.x + frame.width)
    expect(y).toBeGreaterThan(frame.y)
    expect(y).toBeLessThan(frame.y + frame.height)
  }
})
