import type { ReactNode } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { pathOf } from '../conversation-list/link-to.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'

interface CollectionFrameProps {
  /** From a chat it is a panel over it. */
  readonly isInChat: boolean
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** A page of the collections, wherever it was opened from. */
export const CollectionFrame = ({ isInChat, ...props }: CollectionFrameProps) =>
  isInChat ? <Panel {...props} /> : <Screen {...props} />

/** Where the collections are looked at: below one's own page, or from a chat into which they can be sent [COLL-05 ROUTE-16]. */
interface CollectionPlace {
  readonly conversationId: ConversationId | undefined
  /** Of the list. */
  readonly path: string
  /** What it was opened from. */
  readonly origin: string
  /** Below which the forward picker is. */
  readonly picker: string
}

export const useCollectionPlace = (): CollectionPlace => {
  const conversationId = useOpenConversation()
  if (conversationId === undefined)
    return { conversationId, path: paths.collections, origin: paths.my, picker: paths.collections }
  const origin = pathOf(conversationId)
  return { conversationId, path: `${origin}/collections`, origin, picker: origin }
}
