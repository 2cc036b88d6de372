/** A text or an element. */
export type SnapshotNode = string | SnapshotElement

/** An element with the tags and attributes that a snapshot allows. */
export interface SnapshotElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** The element's inline style, as CSS. */
  readonly style: string
  readonly children: readonly SnapshotNode[]
}

/** The conversation list as it was rendered, and the conditions under which it may be shown. */
export interface ListSnapshot {
  readonly frame: string
  /** The interface's language. */
  readonly locale: string
  /** The day its dates refer to, from `Date.toDateString`. */
  readonly day: string
  /** The paths of its style sheets, in their order. */
  readonly sheets: readonly string[]
  readonly content: SnapshotElement
}

const svgTags: ReadonlySet<string> = new Set(
  'svg g path circle ellipse line polyline polygon rect'.split(' '),
)
/** No element that runs code, loads a resource other than a picture, or takes input. */
const tags: ReadonlySet<string> = new Set([
  ...svgTags,
  ...'a bdi button div h1 h2 header hr img li main nav p section span time ul'.split(' '),
])
const attributes: ReadonlySet<string> = new Set(
  `aria-current aria-hidden aria-label class cx cy d datetime dir fill height href lang points r rx ry src stroke stroke-linecap
  stroke-linejoin stroke-width viewBox width x x1 x2 y y1 y2`.split(/\s+/),
)
const isAllowed = (attribute: string): boolean => attributes.has(attribute) || attribute.startsWith('data-')

/**
 * Captures a rendered element; undefined where the page has no style sheets, as with the development server, which
 * serves styles as scripts.
 */
export function captureSnapshot(
  element: Element,
  conditions: Pick<ListSnapshot, 'frame' | 'locale' | 'day'>,
): ListSnapshot | undefined {
  const content = captureNode(element)
  const sheets = sheetsOfPage()
  if (sheets.length === 0 || typeof content !== 'object') return undefined
  return { ...conditions, sheets, content }
}

function captureNode(node: Node): SnapshotNode | undefined {
  if (node instanceof Text) return node.data
  return node instanceof Element ? captureElement(node) : undefined
}

function captureElement(element: Element): SnapshotElement | undefined {
  const tag = element.localName
  if (!tags.has(tag)) return undefined
  const allowed = [...element.attributes].filter(({ name }) => isAllowed(name))
  return {
    tag,
    attributes: Object.fromEntries(allowed.map(({ name, value }) => [name, value])),
    style: element instanceof HTMLElement ? element.style.cssText : '',
    children: [...element.childNodes].map(captureNode).filter((child) => child !== undefined),
  }
}

/** Reads a stored snapshot without the tags and attributes that are not allowed; undefined when its shape is wrong. */
export function readSnapshot(value: unknown): ListSnapshot | undefined {
  if (!isRecord(value)) return undefined
  const { frame, locale, day, sheets, content } = value
  if (typeof frame !== 'string' || typeof locale !== 'string' || typeof day !== 'string') return undefined
  if (!Array.isArray(sheets) || !sheets.every((sheet) => typeof sheet === 'string')) return undefined
  const node = readNode(content)
  return typeof node === 'object' ? { frame, locale, day, sheets, content: node } : undefined
}

function readNode(value: unknown): SnapshotNode | undefined {
  if (typeof value === 'string') return value
  if (!isRecord(value) || typeof value.tag !== 'string' || !tags.has(value.tag)) return undefined
  if (!isRecord(value.attributes) || typeof value.style !== 'string' || !Array.isArray(value.children))
    return undefined
  const children: SnapshotNode[] = []
  for (const child of value.children) {
    const node = readNode(child)
    if (node !== undefined) children.push(node)
  }
  return { tag: value.tag, attributes: readAttributes(value.attributes), style: value.style, children }
}

const readAttributes = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> => {
  const read: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string' && isAllowed(name) && (name !== 'href' || isOwnPath(value)))
      read[name] = value
  return read
}

/** Whether a link stays in this app's origin. */
const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Creates the elements of a snapshot. None is focusable, and dates are left out unless the snapshot is of `today`. */
export function renderSnapshot({ content, day }: ListSnapshot, today: string): Node {
  return renderNode(content, day === today)
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function renderNode(node: SnapshotNode, isOfToday: boolean): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const { tag, attributes, style, children } = node
  const element = svgTags.has(tag) ? document.createElementNS(svgNamespace, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (element instanceof HTMLElement) {
    if (style !== '') element.style.cssText = style
    if (tag === 'a' || tag === 'button') element.tabIndex = -1
  }
  // A picture that cannot be loaded leaves its background.
  if (element instanceof HTMLImageElement) element.onerror = () => element.remove()
  if (tag !== 'time' || isOfToday) element.append(...children.map((child) => renderNode(child, isOfToday)))
  return element
}

const links = (): readonly HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
]

/** The paths of the page's style sheets, in their order. */
export const sheetsOfPage = (): readonly string[] => links().map(({ href }) => new URL(href).pathname)

/** Starts to load a style sheet without applying it, or a module without running it. */
export function preload(file: string, rel: 'preload' | 'modulepreload'): void {
  document.head.append(createLink(file, rel))
}

/** Resolves when these style sheets apply to the page; rejects when one cannot be loaded. */
export async function applySheets(sheets: readonly string[]): Promise<void> {
  const present = sheetsOfPage()
  await Promise.all(sheets.filter((sheet) => !present.includes(sheet)).map(addSheet))
}

const addSheet = (sheet: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = createLink(sheet, 'stylesheet')
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error('a style sheet could not be loaded'))
    }
    document.head.append(link)
  })

/** With the attributes of the links in the built page, so that the browser loads each file once. */
function createLink(file: string, rel: 'preload' | 'modulepreload' | 'stylesheet'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  if (rel === 'preload') link.as = 'style'
  link.crossOrigin = ''
  link.href = file
  return link
}
