/**
 * Who this is, at a glance: a colour and an initial. Decoration: the name stands beside it, or its label says it.
 *
 * The colour follows from the id, so that it stays when the name changes and is the same wherever somebody is met. All
 * are of one lightness and little chroma, of the palette's own hues, and readable in both themes.
 */
export interface Somebody {
  kind: 'person' | 'persona' | 'organization'
  /** What stays the same about them. */
  id: string
  name: string
}

interface FaceProps {
  of: Somebody
  /** In rem. */
  size?: number
  /** Where the name does not stand beside it. */
  label?: string
  className?: string
}

/** Sea, heather, moss, reed, dusk, tide, rust, clay, deep, amber, kelp. */
const HUES = [205, 325, 130, 100, 285, 225, 30, 55, 250, 80, 168]

/** People are round; what was made by people has corners, and an organization the most of them. */
const SHAPES: Record<Somebody['kind'], string> = {
  person: 'rounded-full',
  persona: 'rounded-[38%]',
  organization: 'rounded-[18%]',
}

export function Face({ of, size = 1.5, label, className = '' }: FaceProps) {
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      data-testid="face"
      style={
        {
          '--hue': hueOf(of.id),
          width: `${size}rem`,
          height: `${size}rem`,
          fontSize: `${size * 0.5}rem`,
        } as object
      }
      // Drawn by the style sheet: whoever reads the page aloud, or compares a button with its name, meets no stray letter.
      data-initial={initialOf(of.name)}
      className={`face inline-grid shrink-0 select-none place-items-center font-semibold font-serif leading-none ${SHAPES[of.kind]} ${className}`}
    />
  )
}

export function hueOf(id: string): number {
  let hash = 2166136261
  for (const letter of id) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return HUES[hash % HUES.length] ?? 168
}

/** The first letter or number of the name; of one that has none, its first sign. */
export function initialOf(name: string): string {
  const signs = [...name.trim().normalize('NFC')]
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '?').toLocaleUpperCase()
}
