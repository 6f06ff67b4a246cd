import { useMemo } from 'react'
import type { Entity, MemoryPicture } from '../../api/types'
import { useWords, wordsNow } from '../../language/words'
import { frameOf, layOut } from './layout'
import { memoryWords } from './words'

interface PictureProps {
  drawn: MemoryPicture
  chosenId: string | null
  onChoose: (id: string | null) => void
}

const COLOURS: Record<string, string> = {
  person: 'fill-kelp',
  place: 'fill-amber',
  organization: 'fill-ink-soft',
  animal: 'fill-(--heather)',
  thing: 'fill-ink-faint',
}

/** Who and what is tied to whom, drawn; and the same as a table, for whoever reads it or cannot see it. */
export function Picture({ drawn, chosenId, onChoose }: PictureProps) {
  const says = useWords(memoryWords).picture
  const { shown, edges, spots, frame } = useMemo(() => layOutPicture(drawn), [drawn])
  const kinds = Object.keys(COLOURS).filter((kind) => shown.some((one) => !one.isSelf && one.kind === kind))
  const names = new Map(shown.map((one) => [one.id, nameOf(one)]))
  return (
    <figure className="mt-6">
      <svg
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role="img"
        aria-label={says.label(shown.length, edges.length)}
        className="max-h-[28rem] w-full rounded-2xl border border-line bg-sunk"
      >
        {edges.map((edge) => {
          const from = spots.get(edge.fromId)
          const to = spots.get(edge.toId)
          const isLit = chosenId !== null && (edge.fromId === chosenId || edge.toId === chosenId)
          return (
            from &&
            to && (
              <line
                key={`${edge.factId} ${edge.toId}`}
                x1={from.x}
                y1={from.y}
                x2={to.x}
                y2={to.y}
                strokeWidth={isLit ? 2.5 : 1.25}
                className={isLit ? 'stroke-kelp' : 'stroke-line-strong'}
              />
            )
          )
        })}
        {shown.map((one) => {
          const spot = spots.get(one.id)
          return (
            spot && (
              <Node
                key={one.id}
                entity={one}
                x={spot.x}
                y={spot.y}
                isChosen={one.id === chosenId}
                onChoose={onChoose}
              />
            )
          )
        })}
      </svg>
      <figcaption className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-faint text-sm">
        <span>{drawn.isWhole ? says.whole : says.partly}</span>
        <Legend kinds={kinds} />
      </figcaption>
      <details className="mt-2">
        <summary className="w-fit cursor-pointer rounded py-1 text-ink-soft text-sm hover:text-ink">
          {says.asTable}
        </summary>
        <div className="mt-2 overflow-x-auto">
          <table className="w-full text-left text-[0.9375rem]">
            <caption className="sr-only">{says.caption}</caption>
            <thead className="text-ink-faint text-sm">
              <tr>
                <th scope="col" className="py-1 pr-4 font-medium">
                  {says.from}
                </th>
                <th scope="col" className="py-1 pr-4 font-medium">
                  {says.to}
                </th>
                <th scope="col" className="py-1 font-medium">
                  {says.known}
                </th>
              </tr>
            </thead>
            <tbody>
              {edges.map((edge) => (
                <tr key={`${edge.factId} ${edge.toId}`} className="border-line border-t">
                  <td className="py-1.5 pr-4">{names.get(edge.fromId)}</td>
                  <td className="py-1.5 pr-4">{names.get(edge.toId)}</td>
                  <td className="py-1.5">{edge.text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** Which colour is what, of those that are in the picture. */
function Legend({ kinds }: { kinds: string[] }) {
  const names: Readonly<Record<string, string>> = useWords(memoryWords).people.kinds
  return (
    <span className="flex flex-wrap gap-x-4">
      {kinds.map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden="true">
            <circle cx="5" cy="5" r="5" className={COLOURS[kind]} />
          </svg>
          {names[kind]}
        </span>
      ))}
    </span>
  )
}

interface NodeProps {
  entity: Entity
  x: number
  y: number
  isChosen: boolean
  onChoose: (id: string | null) => void
}

/** For the pointer only: by keys, the list below opens each. */
function Node({ entity, x, y, isChosen, onChoose }: NodeProps) {
  const size = entity.isSelf ? 13 : 6 + Math.min(Math.sqrt(entity.mentions) * 1.6, 7)
  const choose = entity.isSelf ? undefined : () => onChoose(isChosen ? null : entity.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <g transform={`translate(${x} ${y})`} onClick={choose} className={choose ? 'cursor-pointer' : ''}>
      <circle r={size + 10} fill="transparent" />
      <circle
        r={size}
        strokeWidth={isChosen ? 3 : 0}
        className={`stroke-kelp-deep ${entity.isSelf ? 'fill-kelp-deep' : (COLOURS[entity.kind] ?? COLOURS.thing)}`}
      />
      <text
        y={size + 15}
        textAnchor="middle"
        fontSize={13}
        // A line that passes behind a name is broken off around it.
        strokeWidth={4}
        strokeLinejoin="round"
        paintOrder="stroke"
        className="fill-ink stroke-sunk"
      >
        {short(nameOf(entity))}
      </text>
    </g>
  )
}

function layOutPicture(drawn: MemoryPicture) {
  const tied = new Set(drawn.edges.flatMap((edge) => [edge.fromId, edge.toId]))
  // Whoever is tied to nobody is in the list below.
  const shown = drawn.entities.filter((one) => one.isSelf || tied.has(one.id))
  const spots = layOut(
    shown.map((one) => one.id),
    drawn.edges,
  )
  return { shown, edges: drawn.edges, spots, frame: frameOf(spots.values()) }
}

function nameOf(entity: Entity): string {
  return entity.isSelf ? wordsNow(memoryWords).picture.you : entity.name
}

function short(name: string): string {
  return name.length > 18 ? `${name.slice(0, 17)}…` : name
}
