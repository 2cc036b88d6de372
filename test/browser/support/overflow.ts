import type { Page } from '@playwright/test'

/**
 * Returns what does not fit into the window's width: a page that scrolls sideways, controls outside the window, and
 * text that is cut without an ellipsis. Parts that scroll sideways on their own may be wider.
 */
export const findOverflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    /** Fractions of a pixel, CSS px. */
    const tolerance = 1.5
    const found = new Set<string>()

    const nameOf = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      return `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${words}`
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null
    /** Text for assistive technology only is one pixel large. */
    const isTiny = ({ width, height }: DOMRect) => width <= 1 || height <= 1
    const isWithin = (box: DOMRect, left: number, right: number) =>
      box.left >= left - tolerance && box.right <= right + tolerance

    /** Returns what cuts a box inside an element; undefined if it fits, scrolls, or ends with an ellipsis. */
    const cutterOf = (box: DOMRect, start: Element | null): string | undefined => {
      for (let element = start; element !== null; element = element.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp, position } = getComputedStyle(element)
        if (overflowX === 'auto' || overflowX === 'scroll') {
          const { left, right } = element.getBoundingClientRect()
          if (element.scrollWidth > element.clientWidth || isWithin(box, left, right)) return undefined
        }
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return undefined
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const outer = element.getBoundingClientRect()
          if (isTiny(outer)) return undefined
          if (!isWithin(box, outer.left, outer.right)) return nameOf(element)
        }
        if (position === 'fixed') break
      }
      return isWithin(box, 0, innerWidth) ? undefined : 'the window'
    }
    const look = (kind: string, element: Element, box: DOMRect, outer: Element | null) => {
      if (isTiny(box) || !isShown(element)) return
      const cutter = cutterOf(box, outer)
      if (cutter !== undefined) found.add(`${kind} ${nameOf(element)} is cut by ${cutter}`)
    }

    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth + tolerance)
      found.add(`the page is ${scrollWidth - clientWidth} px too wide`)
    for (const control of document.querySelectorAll('a, button, input, textarea, [role="textbox"]'))
      look('control', control, control.getBoundingClientRect(), control.parentElement)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement === null || text.textContent?.trim() === '') continue
      range.selectNodeContents(text)
      look('text', text.parentElement, range.getBoundingClientRect(), text.parentElement)
    }
    return [...found]
  })
