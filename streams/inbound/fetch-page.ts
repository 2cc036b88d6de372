import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import { getChatData, getDeleteChat } from '#schemas/wire/calls/conversations.ts'
import { getDeleteGroupChat, getGroupChatData } from '#schemas/wire/calls/groups.ts'
import type { FetchParts } from './fetch-parts.ts'

/** Which page: before a message (0 is the newest page), or after one (DEC-23). */
export type PagePlace = { readonly before: ServerId } | { readonly after: ServerId }

/** Asks for one page of a conversation of either kind [MSG-53 MSG-54]. */
export function callForPage(
  { caller, serverTime, signal }: Pick<FetchParts, 'caller' | 'serverTime' | 'signal'>,
  id: ConversationId,
  place: PagePlace,
) {
  const { kind, wireId } = parseConversationId(id)
  const request = {
    TimeStamp: serverTime.now(),
    ...('before' in place
      ? { Status: 2 as const, UnReadMaxID: place.before }
      : { Status: 1 as const, FromID: place.after }),
  }
  return kind === 'group'
    ? caller.call(getGroupChatData, { ...request, GroupID: wireId }, { signal })
    : caller.call(getChatData, { ...request, ChatSessionID: wireId }, { signal })
}

/** Asks which messages of a conversation of either kind were deleted since `since`, server ms [MSG-55 MSG-56]. */
export function callForDeletions(
  { caller, signal }: Pick<FetchParts, 'caller' | 'signal'>,
  id: ConversationId,
  since: number,
) {
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group'
    ? caller.call(getDeleteGroupChat, { GroupID: wireId, UpdateTime: since }, { signal })
    : caller.call(getDeleteChat, { ChatSessionID: wireId, UpdateTime: since }, { signal })
}
