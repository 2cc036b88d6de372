import type { ServerId } from '#schemas/ids.ts'
import type { ConversationRow } from '#schemas/storage/conversation-row.ts'
import { type DoomedMessages, emptyQuote, eraseQuote } from './erase-event.ts'

type Recent = ConversationRow['recent'][number]
type Unsent = ConversationRow['unsent'][number]

/** A conversation's base without the text of doomed messages; the very same when it holds none of it. */
export function eraseFromRow(row: ConversationRow, doomed: DoomedMessages): ConversationRow {
  const recent = mapKept(row.recent, (message) => eraseRecent(message, doomed))
  const unsent = mapKept(row.unsent, (message) => eraseUnsent(message, doomed))
  const isQuoted = row.draftQuote !== undefined && doomed.serverIds.has(row.draftQuote.serverId)
  if (recent === row.recent && unsent === row.unsent && !isQuoted) return row
  return { ...row, recent, unsent, ...(isQuoted ? { draftQuote: undefined } : {}) }
}

const eraseRecent = (message: Recent, { serverIds }: DoomedMessages): Recent =>
  message.body !== null && serverIds.has(message.serverId) ? { ...message, body: null } : message

function eraseUnsent(message: Unsent, { serverIds, clientIds }: DoomedMessages): Unsent {
  const isDoomed = clientIds.has(message.clientId)
  const quote = isDoomed ? emptyQuote(message.quote) : eraseQuote(message.quote, serverIds)
  const hasText = message.body !== '' || message.attachment !== undefined
  if (isDoomed && hasText) return { ...message, quote, body: '', attachment: undefined }
  return quote === message.quote ? message : { ...message, quote }
}

/** A conversation's base without any text a person wrote. */
export function eraseRowText(row: ConversationRow): ConversationRow {
  const clientIds = new Set(row.unsent.map(({ clientId }) => clientId))
  const erased = eraseFromRow(row, { serverIds: new Set(idsInRow(row)), clientIds })
  return erased.draft === '' ? erased : { ...erased, draft: '', draftMentions: undefined }
}

/** Server ids of messages whose text a base holds. */
export const idsInRow = ({ recent, unsent, draftQuote }: ConversationRow): readonly ServerId[] => [
  ...recent.flatMap(({ body, serverId }) => (body === null ? [] : [serverId])),
  ...unsent.flatMap(({ quote }) => (quote?.text ? [quote.serverId] : [])),
  ...(draftQuote ? [draftQuote.serverId] : []),
]

/** The items through `change`; the very same list when it changes none. */
function mapKept<Item>(items: Item[], change: (item: Item) => Item): Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}
