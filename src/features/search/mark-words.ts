import { findWords } from '#domain/search/fold-for-search.ts'
import { readSearchWords } from '#domain/search/search-words.ts'
import type { ServerId } from '#schemas/ids.ts'

/** The name of the highlight in the style sheet of message texts. */
const highlightName = 'search-hit'

/**
 * Highlights the words of a keyword in the text of a message, whenever the message is in the document. Changes no
 * element, so that nothing moves. Does nothing in a browser without custom highlights.
 * @returns the function that ends it
 */
export function markWords(message: ServerId, keyword: string): () => void {
  const list = document.querySelector('[role="log"]')
  if (list === null || !('highlights' in CSS)) return () => undefined
  const words = readSearchWords(keyword)
  const apply = () => {
    const texts = list.querySelectorAll(`[data-message-id="${message}"] [data-message-text]`)
    const ranges = [...texts].flatMap((text) => rangesIn(text, words))
    CSS.highlights.set(highlightName, new Highlight(...ranges))
  }
  const observer = new MutationObserver(apply)
  observer.observe(list, { childList: true, subtree: true, characterData: true })
  apply()
  return () => {
    observer.disconnect()
    CSS.highlights.delete(highlightName)
  }
}

/** The occurrences of words in the text of an element, also across its links and mentions. */
function rangesIn(element: Element, words: readonly string[]): readonly Range[] {
  const nodes = textNodesIn(element)
  const text = nodes.map(({ data }) => data).join('')
  return findWords(text, words).flatMap(({ from, to }) => {
    const start = placeIn(nodes, from)
    const end = placeIn(nodes, to - 1)
    if (!start || !end) return []
    const range = new Range()
    range.setStart(start.node, start.offset)
    range.setEnd(end.node, end.offset + 1)
    return [range]
  })
}

function textNodesIn(element: Element): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) nodes.push(node)
  return nodes
}

/** The text node at a position of the joined text, and the offset in it. */
function placeIn(nodes: readonly Text[], position: number) {
  let start = 0
  for (const node of nodes) {
    if (position < start + node.length) return { node, offset: position - start }
    start += node.length
  }
  return undefined
}
