import type { ContactCard } from '#domain/message/message-body.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'

/** Where a card leads: to who is known already, else to asking, which then says whose card it was (DEC-41) [FRIEND-12 FRIEND-23]. */
export function cardTarget(card: ContactCard, isKnown: boolean, conversation: ConversationId | undefined) {
  const source = 'contact'
  if (isKnown) {
    return { to: paths.user, params: { userId: String(card.userId) }, search: { source } } as const
  }
  const search = { id: String(card.userId), source, ...(card.chatId === '' ? {} : { key: card.chatId }) }
  if (conversation === undefined) return { to: paths.friendRequest, search } as const
  const { kind, wireId } = parseConversationId(conversation)
  const place = kind === 'group' ? { groupId: String(wireId) } : { sessionId: String(wireId) }
  return { to: paths.friendRequest, search: { ...search, ...place } } as const
}
