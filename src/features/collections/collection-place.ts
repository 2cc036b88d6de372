import type { ConversationId } from '#schemas/ids.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { useOpenConversation } from '#src/features/conversation-list/use-open-conversation.ts'
import { paths } from '#src/routes/route-table.ts'

/** Where the collections are looked at: below one's own page, or from a chat into which they can be sent [COLL-05 ROUTE-16]. */
export interface CollectionPlace {
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
