/** Words, or an element. */
export type DrawnNode = string | DrawnElement

/** An element as it was drawn: only what is said here of tags and attributes. */
export interface DrawnElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** What the element's own style says, as CSS. */
  readonly style: string
  readonly children: readonly DrawnNode[]
}

/** The list of conversations as it was drawn, and for whom that is right. */
export interface Drawing {
  readonly frame: string
  /** The interface's language. */
  readonly locale: string
  /** The day from which its dates were told, as `Date.toDateString` names it. */
  readonly day: string
  /** Addresses of the style sheets that dress it, in their order. */
  readonly sheets: readonly string[]
  readonly content: DrawnElement
}

/** Nothing that runs, loads or takes input. */
const tags: ReadonlySet<string> = new Set(
  'a bdi button div h1 h2 header hr img li main nav p section span time ul svg g path circle ellipse line polyline polygon rect'.split(
    ' ',
  ),
)
const attributes: ReadonlySet<string> = new Set(
  `aria-current aria-hidden aria-label class cx cy d datetime dir fill height href lang points r rx ry src stroke stroke-linecap
  stroke-linejoin stroke-width viewBox width x x1 x2 y y1 y2`.split(/\s+/),
)
const svgTags: ReadonlySet<string> = new Set(
  'svg g path circle ellipse line polyline polygon rect'.split(' '),
)

export const isDrawable = (tag: string): boolean => tags.has(tag)
export const isSvg = (tag: string): boolean => svgTags.has(tag)
export const isKept = (attribute: string): boolean =>
  attributes.has(attribute) || attribute.startsWith('data-')

/** Reads what is stored; undefined where it is something else. What is inside is looked at when it is painted. */
export function readDrawing(value: unknown): Drawing | undefined {
  if (!isRecord(value)) return undefined
  const { frame, locale, day, sheets, content } = value
  if (typeof frame !== 'string' || typeof locale !== 'string' || typeof day !== 'string') return undefined
  if (!Array.isArray(sheets) || !sheets.every((sheet) => typeof sheet === 'string')) return undefined
  const drawn = readNode(content)
  return typeof drawn === 'object' ? { frame, locale, day, sheets, content: drawn } : undefined
}

function readNode(value: unknown): DrawnNode | undefined {
  if (typeof value === 'string') return value
  if (!isRecord(value) || typeof value.tag !== 'string' || !isDrawable(value.tag)) return undefined
  if (!isRecord(value.attributes) || typeof value.style !== 'string' || !Array.isArray(value.children))
    return undefined
  const children: DrawnNode[] = []
  for (const child of value.children) {
    const node = readNode(child)
    if (node !== undefined) children.push(node)
  }
  return { tag: value.tag, attributes: keptOf(value.attributes), style: value.style, children }
}

const keptOf = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && isKept(name) && (name !== 'href' || isOwnPath(value))) kept[name] = value
  return kept
}

/** A path of this app, never another origin's. */
const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
