/**
 * Where people and things stand in the picture: ties pull, everybody keeps a distance, and the person stays in the
 * middle. The same graph always gives the same picture. Pure.
 */
export interface Spot {
  x: number
  y: number
}

interface Tie {
  fromId: string
  toId: string
}

const STEPS = 240
const APART = 9000
const PULL = 0.012
const LENGTH = 120
const TO_MIDDLE = 0.01
/** Pictures are wider than high, so what pulls to the middle does so more from above and below. */
const FLATTER = 1.9
const GOLDEN = 2.399963

export function layOut(ids: string[], ties: Tie[]): Map<string, Spot> {
  const spots = ids.map((_, at) => ({
    x: at === 0 ? 0 : Math.cos(at * GOLDEN) * 60 * Math.sqrt(at),
    y: at === 0 ? 0 : Math.sin(at * GOLDEN) * 40 * Math.sqrt(at),
  }))
  const place = new Map(ids.map((id, at) => [id, at]))
  const pairs = ties.flatMap(({ fromId, toId }): [number, number][] => {
    const from = place.get(fromId)
    const to = place.get(toId)
    return from === undefined || to === undefined || from === to ? [] : [[from, to]]
  })
  for (let step = 0; step < STEPS; step += 1) moveAll(spots, pairs, 1 - step / STEPS)
  return new Map(ids.map((id, at) => [id, spots[at] ?? { x: 0, y: 0 }]))
}

function moveAll(spots: Spot[], pairs: [number, number][], heat: number): void {
  const moves = spots.map((spot) => ({ x: -spot.x * TO_MIDDLE, y: -spot.y * TO_MIDDLE * FLATTER }))
  const push = (at: number, x: number, y: number) => {
    const move = moves[at]
    if (!move) return
    move.x += x
    move.y += y
  }
  spots.forEach((one, a) => {
    spots.slice(a + 1).forEach((other, offset) => {
      const dx = one.x - other.x
      const dy = one.y - other.y || 0.01
      const squared = Math.max(dx * dx + dy * dy, 100)
      const force = APART / squared / Math.sqrt(squared)
      push(a, dx * force, dy * force)
      push(a + 1 + offset, -dx * force, -dy * force)
    })
  })
  for (const [a, b] of pairs) {
    const one = spots[a]
    const other = spots[b]
    if (!one || !other) continue
    const dx = other.x - one.x
    const dy = other.y - one.y
    const length = Math.hypot(dx, dy) || 1
    const force = PULL * (length - LENGTH)
    push(a, (dx / length) * force * 8, (dy / length) * force * 8)
    push(b, (-dx / length) * force * 8, (-dy / length) * force * 8)
  }
  spots.forEach((spot, at) => {
    const move = moves[at]
    if (at === 0 || !move) return
    const length = Math.hypot(move.x, move.y) || 1
    const most = 4 + 26 * heat
    spot.x += (move.x / length) * Math.min(length, most)
    spot.y += (move.y / length) * Math.min(length, most)
  })
}

/** The box that holds them all, with room for their names. */
export function frameOf(spots: Iterable<Spot>): { x: number; y: number; width: number; height: number } {
  const all = [...spots]
  const xs = all.map((spot) => spot.x)
  const ys = all.map((spot) => spot.y)
  // Never so small that a few are drawn larger than life.
  const x = Math.min(...xs, -270) - 80
  const y = Math.min(...ys, -110) - 40
  return { x, y, width: Math.max(...xs, 270) + 80 - x, height: Math.max(...ys, 110) + 40 - y }
}
