import { useChildMatches, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { ResizeHandle, useColumnWidth } from '#src/app/frame/resize-handle.tsx'
import { useMedia } from '#src/app/use-media.ts'
import type { PanelPlace } from '#src/ui/frame-mode.ts'
import { pathOf } from '../conversation-list/link-to.ts'

/** Wide enough for a conversation between the list and a column. */
const roomForColumn = '(width >= 1200px)'

/**
 * Returns the place of the pages below a conversation: a column next to it, or over it in narrower windows. A page that
 * was opened from another one there leads back to it, and closes both.
 */
export const usePanelPlace = (conversation: ConversationId): PanelPlace => {
  const hasRoom = useMedia(roomForColumn)
  const width = useColumnWidth()
  const leaveAll = useLeavingAll(pathOf(conversation))
  const nesting = leaveAll === undefined ? {} : { leaveAll }
  if (!hasRoom) return { kind: 'over', ...nesting }
  return {
    kind: 'column',
    width: width.shown,
    edge: <ResizeHandle width={width} pane="column" />,
    ...nesting,
  }
}

interface ShownPage {
  readonly id: string | undefined
  /** Its place in this tab's history. */
  readonly index: number
  /** The place of the first page of the column. After a reload that is the shown one. */
  readonly first: number
}

/**
 * Returns a function that leaves all pages below the conversation; undefined if at most one is open.
 * @param conversation the path that it leads to if the first page was opened directly
 */
const useLeavingAll = (conversation: string): (() => void) | undefined => {
  const { history } = useRouter()
  const place = () => history.location.state.__TSR_index
  // Of the shown page. While the next one loads, the location is that of the next one.
  const id = useChildMatches({ select: (matches) => matches.at(-1)?.id })
  const [shown, setShown] = useState<ShownPage>(() => ({ id, index: place(), first: place() }))
  if (id !== shown.id) {
    const index = place()
    const isFirst = id === undefined || shown.id === undefined
    setShown({ id, index, first: isFirst ? index : Math.min(shown.first, index) })
  }
  const { first, index } = shown
  if (id === undefined || index === first) return undefined
  return () => (first === 0 ? history.replace(conversation) : history.go(first - 1 - place()))
}
