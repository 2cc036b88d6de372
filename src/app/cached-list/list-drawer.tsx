import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { DrawnList } from '#src/features/conversation-list/drawn-list.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { isSameList } from '#streams/projections/structural-sharing.ts'
import { useAccount } from '../client-context.tsx'
import { ListAlone, SideBySide } from '../frame/frame.tsx'
import { NoConversationOpen } from '../frame/nothing-open.tsx'
import { ResizeHandle } from '../frame/resize-handle.tsx'
import { useListWidth } from '../frame/use-list-width.ts'
import type { Drawing } from './drawing.ts'
import { keepHint } from './hint.ts'
import { takeDrawing } from './take-drawing.ts'

/** What was drawn last, and of what. */
interface Drawn {
  readonly conversations: readonly ConversationSummary[]
  readonly unseenCount: number
  readonly day: string
  readonly drawing: Drawing | undefined
}

/** Draws the list beside the page whenever it is to be stored for the next start, by the very components that show it. */
export const ListDrawer = () => {
  const account = useAccount()
  const { i18n } = useLingui()
  const { locale } = i18n
  const frame = useFrameMode()
  const place = useRef<HTMLElement>(undefined)
  const [drawn, setDrawn] = useState<readonly ConversationSummary[]>()
  useEffect(() => {
    let last: Drawn | undefined
    const draw = (conversations: readonly ConversationSummary[]) => {
      if (conversations.length === 0 || frame === 'mini') return undefined
      const { unseenCount } = account.applications.get()
      const day = new Date().toDateString()
      const isDrawn = last?.day === day && last.unseenCount === unseenCount
      if (last && isDrawn && isSameList(last.conversations, conversations)) return last.drawing
      place.current ??= document.createElement('div')
      flushSync(() => setDrawn(conversations))
      const { firstElementChild: list } = place.current
      const drawing = list ? takeDrawing(list, { frame, locale, day }) : undefined
      flushSync(() => setDrawn(undefined))
      if (drawing) keepHint({ account: account.userId, sheets: drawing.sheets })
      last = { conversations, unseenCount, day, drawing }
      return drawing
    }
    return account.captureListWith(draw)
  }, [account, frame, locale])
  return drawn && place.current && createPortal(<ListToDraw conversations={drawn} />, place.current)
}

const ListToDraw = ({ conversations }: { readonly conversations: readonly ConversationSummary[] }) => {
  const frame = useFrameMode()
  const width = useListWidth()
  const list = <DrawnList conversations={conversations} />
  if (frame !== 'full') return <ListAlone>{list}</ListAlone>
  const listAndEdge = (
    <>
      {list}
      <ResizeHandle width={width} />
    </>
  )
  return (
    <SideBySide section="messages" listWidth={width.shown} list={listAndEdge}>
      <NoConversationOpen />
    </SideBySide>
  )
}
