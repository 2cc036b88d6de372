import Fuse, { type FuseOptionKey } from 'fuse.js'
import type { Friend } from '#domain/contacts/contacts.ts'
import { type FindablePerson, findByName } from '#domain/contacts/find-by-name.ts'
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
 * Returns conversations by their names, and friends by remark, nickname, chat id or pinyin initials. Names that contain
 * the keyword come first, then similar ones, best first; none for an empty keyword [SEARCH-06].
 */
export function searchNames(
  keyword: string,
  conversations: readonly ConversationSummary[],
  friends: readonly Friend[],
): NameHits {
  const wanted = keyword.trim()
  if (wanted === '') return { conversations: [], friends: [] }
  return {
    conversations: findSimilar(conversations, wanted, ['title'], ({ title }) => ({ label: title })),
    friends: findSimilar(friends, wanted, ['displayName', 'nickname', 'chatId'], (friend) => ({
      label: friend.displayName,
      alsoFoundBy: [friend.nickname, friend.chatId],
    })),
  }
}

function findSimilar<Item>(
  items: readonly Item[],
  wanted: string,
  keys: FuseOptionKey<Item>[],
  nameOf: (item: Item) => FindablePerson,
): readonly Item[] {
  const exact = findByName(
    items.map((item) => ({ ...nameOf(item), item })),
    wanted,
  ).map(({ item }) => item)
  const similar = new Fuse(items, { ...options, keys }).search(wanted).map(({ item }) => item)
  return [...new Set([...exact, ...similar])]
}
