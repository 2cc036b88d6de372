import { type Drawing, type DrawnNode, isSvg } from './drawing.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Makes the elements of a drawing, in which nothing takes the focus; dates of another day than `today` are left out. */
export function paintDrawing({ content, day }: Drawing, today: string): Node {
  return nodeOf(content, day === today)
}

function nodeOf(drawn: DrawnNode, isOfToday: boolean): Node {
  if (typeof drawn === 'string') return document.createTextNode(drawn)
  const { tag, attributes, style, children } = drawn
  const element = isSvg(tag) ? document.createElementNS(svgNamespace, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  if (element instanceof HTMLElement) {
    if (style !== '') element.style.cssText = style
    if (tag === 'a' || tag === 'button') element.tabIndex = -1
  }
  // A picture that is gone leaves the ground it stood on.
  if (element instanceof HTMLImageElement) element.onerror = () => element.remove()
  if (tag !== 'time' || isOfToday) element.append(...children.map((child) => nodeOf(child, isOfToday)))
  return element
}
