import type { VisibleStretch } from '#domain/message-list/message-window.ts'
import { type Drawn, indexInWindow } from './drawn-messages.ts'

const keyAround = (node: Node | null): string | undefined => {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('[data-key]')?.dataset.key
}

/** The messages between which text is selected on this page, by their indexes; undefined when it is in none of them. */
export function selectedStretch(drawn: Drawn): VisibleStretch | undefined {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed) return undefined
  const ends = [selection.anchorNode, selection.focusNode]
    .map((node) => indexInWindow(drawn, keyAround(node)))
    .filter((index) => index !== undefined)
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}
