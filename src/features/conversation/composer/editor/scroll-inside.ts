import type { EditorView } from 'prosemirror-view'

/** Stays free between the cursor and the textbox's edge, CSS px. */
const margin = 5

/**
 * Scrolls the textbox so that its cursor is seen; always true, for nothing else has to be scrolled: the textbox itself is in
 * view whenever somebody writes. Looking through everything it stands in would be a quarter of what a key costs.
 */
export function scrollInside(view: Pick<EditorView, 'dom' | 'state' | 'coordsAtPos'>): true {
  const { dom, state } = view
  if (dom.scrollHeight <= dom.clientHeight) return true
  const cursor = view.coordsAtPos(state.selection.head)
  const seen = dom.getBoundingClientRect()
  const above = seen.top + margin - cursor.top
  const below = cursor.bottom + margin - seen.bottom
  if (above > 0) dom.scrollTop -= above
  else if (below > 0) dom.scrollTop += below
  return true
}
