import Fuse from 'fuse.js'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'

export interface NameHits {
  readonly conversations: readonly ConversationSummary[]
  readonly friends: readonly Friend[]
}

/** The search threshold: how much a name may differ from the keyword, 0 to 1 [SEARCH-06]. */
export const searchThreshold = 0.3
/** Debounce of the search field, ms [SEARCH-06]. */
export const searchDelay = 300

const options = { threshold: searchThreshold, ignoreLocation: true, ignoreDiacritics: true }

/**
 * Returns conversations and friends with names similar to the keyword, best first; none for an empty keyword
 * [SEARCH-06].
 */
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
