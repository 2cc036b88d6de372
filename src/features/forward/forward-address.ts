import type { ForwardItem } from '#domain/forward/forward-delivery.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { subPaths } from '#src/routes/route-table.ts'

interface Named {
  readonly messageIds?: readonly ServerId[]
  readonly collectionIds?: readonly number[]
}

/** Returns the URL of the forward picker below a path, with the items to forward (DEC-123). */
export const forwardHref = (path: string, { messageIds = [], collectionIds = [] }: Named): string =>
  `${path}/${subPaths.forward}?${[
    ...messageIds.map((id) => `messageIds[]=${id}`),
    ...collectionIds.map((id) => `collectionIds[]=${id}`),
  ].join('&')}`

/**
 * Returns the items in the picker's URL, oldest first, because ids increase with time. Message ids need a conversation:
 * without one they are ignored.
 */
export function itemsInUrl(
  conversationId: ConversationId | undefined,
  messageIds: readonly string[] = [],
  collectionIds: readonly string[] = [],
): readonly ForwardItem[] {
  const messages =
    conversationId === undefined
      ? []
      : inOrder(messageIds).map((id) => ({ kind: 'message', conversationId, id: serverId(id) }) as const)
  return [...messages, ...inOrder(collectionIds).map((id) => ({ kind: 'collection', id }) as const)]
}

const inOrder = (ids: readonly string[]): readonly number[] =>
  [...new Set(ids.map(Number))].sort((left, right) => left - right)
