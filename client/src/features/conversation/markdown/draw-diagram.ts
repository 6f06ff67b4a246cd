/**
 * The heavy half of diagrams. What a model wrote is drawn, cleaned and turned into a picture: no drawing of a model
 * stays in this page, and a picture can neither run a script nor load anything.
 */
import mermaid from 'mermaid'

export interface Drawn {
  url: string
  width: number
  height: number
}

/**
 * The drawing library reads labels as HTML to find their letters, and what is read so is fetched and run, were it not
 * for the page's policy. So a tag that says more than its name is none: `<br>` and `<<interface>>` stay.
 */
const TAG_THAT_SAYS_MORE = /<(?=[a-zA-Z/!?])(?!\/?[a-zA-Z][\w-]*\s*\/?>)/g

let count = 0

export async function drawDiagram(code: string, isDark: boolean): Promise<Drawn> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    // Labels of HTML would make the picture one that not every browser shows, or lets be saved.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: isDark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    suppressErrorRendering: true,
  })
  count += 1
  const { svg } = await mermaid.render(`diagram-${count}`, code.replace(TAG_THAT_SAYS_MORE, '#lt;'))
  return toPicture(svg)
}

/** With a size of its own: a picture without one is drawn as large as its place, however small it is. */
function toPicture(svg: string): Drawn {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const [, , width = 0, height = 0] = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  if (!(width > 0 && height > 0)) throw new Error('The diagram is empty.')
  drawing.setAttribute('width', String(width))
  drawing.setAttribute('height', String(height))
  const file = new Blob([new XMLSerializer().serializeToString(drawing)], { type: 'image/svg+xml' })
  return { url: URL.createObjectURL(file), width: Math.ceil(width), height: Math.ceil(height) }
}
