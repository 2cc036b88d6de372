import Fuse from 'fuse.js'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'

export interface NameHits {
  readonly conversations: readonly ConversationSummary[]
  readonly friends: readonly Friend[]
}

/** How far a name may differ from what is typed, 0 to 1 [SEARCH-06]. */
export const fuzziness = 0.3
/** How long typing rests before a search, ms [SEARCH-06]. */
export const searchDelay = 300

const options = { threshold: fuzziness, ignoreLocation: true, ignoreDiacritics: true }

/** Conversations and friends whose names are like the keyword, best first; nothing for an empty one [SEARCH-06]. */
export function searchNames(
  keyword: string,
  conversations: readonly ConversationSummary[],
  friends: readonly Friend[],
): NameHits {
  const wanted = keyword.trim()
  if (wanted === '') return { conversations: [], friends: [] }
  const inConversations = new Fuse(conversations, { ...options, keys: ['title'] })
  const inFriends = new Fuse(friends, { ...options, keys: ['displayName', 'nickname', 'chatId'] })
  return {
    conversations: inConversations.search(wanted).map(({ item }) => item),
    friends: inFriends.search(wanted).map(({ item }) => item),
  }
}
