import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/search.ts'
import { callCost } from '../limits/limits.ts'
import { searchGroups } from '../search/search-groups.ts'
import { type MessageSearch, searchMessages } from '../search/search-messages.ts'
import { say } from '../texts/say.ts'
import { done, guarded, respondWith } from './handler.ts'
import { refuseInvalid } from './refusal.ts'

const getChatSearchResult = guarded(
  calls.getChatSearchResult,
  async ({ fields, services, principal, locale }) => {
    const { Keyword, ChatSessionID, GroupID, SenderID, Kind, FromTime, ToTime, BeforeID, PageSize } = fields
    const filters = [SenderID, Kind, FromTime, ToTime]
    if (Keyword === '' && filters.every((filter) => filter === undefined || filter === null))
      throw refuseInvalid({ field: 'Keyword', kind: 'short', count: 1 })
    await services.limits.take('messageSearchPerAccount', principal.accountId)
    const conversation = GroupID
      ? ({ kind: 'group', id: GroupID } as const)
      : ChatSessionID
        ? ({ kind: 'direct', id: ChatSessionID } as const)
        : undefined
    const search: MessageSearch = {
      accountId: principal.accountId,
      keyword: Keyword,
      conversation,
      senderId: SenderID ?? undefined,
      kind: Kind,
      from: FromTime,
      to: ToTime,
      beforeId: BeforeID,
      pageSize: PageSize,
    }
    const results = await searchMessages(services, search)
    return results.length > 0
      ? done(results)
      : respondWith(resultCode.noResult, say(locale, 'search-no-result'))
  },
  { cost: callCost.list },
)

const searchMyGroupAllUsers = guarded(
  calls.searchMyGroupAllUsers,
  async ({ fields, services, principal }) => {
    await services.limits.take('messageSearchPerAccount', principal.accountId)
    return done(await searchGroups(services, principal.accountId, fields.Keyword))
  },
  { cost: callCost.list },
)

export const searchRoutes = [getChatSearchResult, searchMyGroupAllUsers] as const
