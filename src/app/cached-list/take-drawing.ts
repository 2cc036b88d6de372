import { type Drawing, type DrawnElement, type DrawnNode, isDrawable, isKept } from './drawing.ts'
import { sheetsOfPage } from './sheets.ts'

/**
 * Takes down an element with what is in it, as a start can paint it; undefined where nothing dresses it, as in a page of the
 * development server, whose styles are no files.
 */
export function takeDrawing(
  element: Element,
  facts: Pick<Drawing, 'frame' | 'locale' | 'day'>,
): Drawing | undefined {
  const content = nodeOf(element)
  const sheets = sheetsOfPage()
  if (sheets.length === 0 || typeof content !== 'object') return undefined
  return { ...facts, sheets, content }
}

function nodeOf(node: Node): DrawnNode | undefined {
  if (node instanceof Text) return node.data
  return node instanceof Element ? elementOf(node) : undefined
}

function elementOf(element: Element): DrawnElement | undefined {
  const tag = element.localName
  if (!isDrawable(tag)) return undefined
  const kept = [...element.attributes].filter(({ name }) => isKept(name))
  return {
    tag,
    attributes: Object.fromEntries(kept.map(({ name, value }) => [name, value])),
    style: element instanceof HTMLElement ? element.style.cssText : '',
    children: [...element.childNodes].map(nodeOf).filter((child) => child !== undefined),
  }
}
