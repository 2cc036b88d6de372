import type { ChartState } from '#machines/inspection/machine-chart.ts'

/** A place in px from the top left corner of the drawing. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A line of text; `key` is that of its transition. */
export interface DrawnLine {
  readonly text: string
  readonly key?: string
}

/** A state as a rectangle. */
export interface DrawnState extends Point {
  readonly state: ChartState
  readonly width: number
  readonly height: number
  /** Its actions, its actors, and the transitions that stay in it. */
  readonly lines: readonly DrawnLine[]
}

/** The transitions from one state to another, as one arrow with a line of text for each. */
export interface DrawnArrow {
  readonly id: string
  readonly points: readonly Point[]
  readonly label: (Point & { readonly lines: readonly DrawnLine[] }) | undefined
}

/** A machine as rectangles and arrows with their places. */
export interface ChartDrawing {
  readonly id: string
  readonly width: number
  readonly height: number
  /** Parents before their children. */
  readonly states: readonly DrawnState[]
  readonly arrows: readonly DrawnArrow[]
  /** The dots from which the arrows to initial states start. */
  readonly starts: readonly Point[]
}

/** Sizes in px. The font is monospaced, so that a text's width follows from its length. */
export const chartSizes = {
  text: 11,
  title: 13,
  line: 16,
  titleLine: 26,
  padding: 10,
  start: 10,
  character: 6.7,
  titleCharacter: 8.1,
} as const

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const rounded = (value: number): number => Math.round(value * 10) / 10

/** The radius of an arrow's corners, px. */
const corner = 6

/** Returns the path of an arrow with rounded corners. */
export function pathOf({ points }: Pick<DrawnArrow, 'points'>): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]]
      if (!before) return `M${rounded(point.x)} ${rounded(point.y)}`
      if (!after) return `L${rounded(point.x)} ${rounded(point.y)}`
      const near = (other: typeof point) => {
        const distance = Math.hypot(other.x - point.x, other.y - point.y)
        const share = distance === 0 ? 0 : Math.min(corner, distance / 2) / distance
        return `${rounded(point.x + (other.x - point.x) * share)} ${rounded(point.y + (other.y - point.y) * share)}`
      }
      return `L${near(before)}Q${rounded(point.x)} ${rounded(point.y)} ${near(after)}`
    })
    .join('')
}

/** The arrowhead at the end of an arrow, as the points of a polygon. */
export function headOf({ points }: Pick<DrawnArrow, 'points'>): string {
  const [before, end] = points.slice(-2)
  if (!before || !end) return ''
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const [x, y] = [(end.x - before.x) / length, (end.y - before.y) / length]
  const at = (back: number, aside: number) =>
    `${rounded(end.x - x * back - y * aside)},${rounded(end.y - y * back + x * aside)}`
  return [at(0, 0), at(8, 4), at(8, -4)].join(' ')
}

/** The colours of light and dark pages. An image in a page follows the scheme of the reader's system. */
const style = `
text{font:${chartSizes.text}px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#3d4a5c}
.title{font-size:${chartSizes.title}px;font-weight:600;fill:#16202e}
.state{fill:#fff;stroke:#9aa8bc}
.compound{fill:#eef2f7}
.region{stroke-dasharray:5 4}
.arrow{fill:none;stroke:#5f7089}
.head,.start{fill:#5f7089}
.label{fill:#f7f9fc;fill-opacity:.88}
@media(prefers-color-scheme:dark){
text{fill:#b4c0d0}.title{fill:#eef3fa}.state{fill:#1d2733;stroke:#5b6b80}.compound{fill:#161e28}
.arrow{stroke:#8496ad}.head,.start{fill:#8496ad}.label{fill:#10161d}}
`.replaceAll('\n', '')

const textAt = (x: number, y: number, { text }: DrawnLine, className?: string): string =>
  `<text x="${rounded(x)}" y="${rounded(y)}"${className ? ` class="${className}"` : ''}>${escaped(text)}</text>`

function stateSvg(drawn: DrawnState, regions: ReadonlySet<string>): readonly string[] {
  const { state, x, y, width, height, lines } = drawn
  const { line, padding, titleLine } = chartSizes
  const kinds = [
    'state',
    ...(state.states.length > 0 ? ['compound'] : []),
    ...(regions.has(state.id) ? ['region'] : []),
  ]
  const box = (inset: number) =>
    `<rect class="${kinds.join(' ')}" x="${rounded(x + inset)}" y="${rounded(y + inset)}" width="${rounded(width - 2 * inset)}" height="${rounded(height - 2 * inset)}" rx="${8 - inset}"/>`
  return [
    box(0),
    ...(state.type === 'final' ? [box(3)] : []),
    textAt(x + padding, y + 18, { text: state.key }, 'title'),
    ...lines.map((each, index) => textAt(x + padding, y + titleLine + 10 + index * line, each)),
  ]
}

function labelSvg({ label }: DrawnArrow): readonly string[] {
  if (!label) return []
  const { line } = chartSizes
  return label.lines.map((each, index) => textAt(label.x + 4, label.y + 12 + index * line, each))
}

/** Ids of states that run in parallel with others. */
export const regionsOf = ({ states }: ChartDrawing): ReadonlySet<string> =>
  new Set(states.flatMap(({ state }) => (state.type === 'parallel' ? state.states.map(({ id }) => id) : [])))

/** Returns the drawing as an SVG file for docs/machines. `hash` tells whether it is outdated. */
export function chartSvg(drawing: ChartDrawing, hash: string): string {
  const { id, width, height, states, arrows, starts } = drawing
  const regions = regionsOf(drawing)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(id)}</title>`,
    `<desc>${hash}</desc>`,
    `<style>${style}</style>`,
    ...states.flatMap((state) => stateSvg(state, regions)),
    ...arrows.flatMap((arrow) => [
      `<path class="arrow" d="${pathOf(arrow)}"/>`,
      `<polygon class="head" points="${headOf(arrow)}"/>`,
    ]),
    ...starts.map(({ x, y }) => `<circle class="start" cx="${rounded(x)}" cy="${rounded(y)}" r="4"/>`),
    ...arrows.flatMap(labelSvg),
    '</svg>',
    '',
  ].join('\n')
}
