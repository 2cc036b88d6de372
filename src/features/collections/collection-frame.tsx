import type { ReactNode } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'

interface CollectionFrameProps {
  /** True inside a conversation, where it is a panel. */
  readonly isInChat: boolean
  readonly title: string
  readonly onBack: () => void
  readonly children: ReactNode
}

/** The frame of a collections page: a panel in a conversation, else a screen. */
export const CollectionFrame = ({ isInChat, ...props }: CollectionFrameProps) =>
  isInChat ? <Panel {...props} /> : <Screen {...props} />

/** The place of the collections: below "My", or in a conversation into which they can be sent [COLL-05 ROUTE-16]. */
interface CollectionPlace {
  readonly conversationId: ConversationId | undefined
  /** The path of the list. */
  readonly path: string
  /** The path of the page that opened it. */
  readonly origin: string
  /** The parent path of the forward picker. */
  readonly picker: string
}

export const useCollectionPlace = (): CollectionPlace => {
  const conversationId = useOpenConversation()
  if (conversationId === undefined)
    return { conversationId, path: paths.collections, origin: paths.my, picker: paths.collections }
  const origin = pathOf(conversationId)
  return { conversationId, path: `${origin}/collections`, origin, picker: origin }
}
