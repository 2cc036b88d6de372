import type { ConversationId } from '#schemas/ids.ts'
import type { ContactCard } from '#schemas/translate/message-bodies.ts'
import { cameUponIn, personLink, requestLink } from '../../contacts/person-address.ts'

/** Where a card leads: to who is known already, else to asking, which then says whose card it was (DEC-41) [FRIEND-12 FRIEND-23]. */
export function cardTarget(card: ContactCard, isKnown: boolean, open: ConversationId | undefined) {
  const source = 'contact'
  if (isKnown) return personLink(open, card.userId, { source })
  const origin = open === undefined ? { source } : cameUponIn(open, source)
  const key = card.chatId === '' ? {} : { key: card.chatId }
  return requestLink(open, { id: String(card.userId), source, ...key, ...origin })
}
