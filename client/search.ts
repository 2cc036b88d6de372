import type { AccountCore } from '#machines/account/account-core.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import * as api from '#streams/api/search.ts'
import { dataOrThrow } from '#streams/http/call-result.ts'
import {
  createLookupCache,
  type Lookup,
  lookupKeepTime,
  lookupStaleTime,
  memoizeByKey,
} from '#streams/lookups/lookup-cache.ts'
import { openSearchHistory, type SearchHistory } from '#streams/search/search-history.ts'
import { createMessageSearch, type MessageQuery, type MessageSearch } from './message-search.ts'

export type { FoundGroup } from '#streams/api/search.ts'

/** The search of an account over messages, and over groups and their members on the server. */
export interface SearchOperations {
  readonly history: SearchHistory
  /** Searches messages on this device and on the server [SEARCH-10 VIEW-45]. */
  messages(query: MessageQuery): MessageSearch
  /** Groups whose name or members match a keyword of at least one character [SEARCH-14 SEARCH-15]. */
  groups(keyword: string): Lookup<readonly api.FoundGroup[]>
}

type SearchCore = Pick<AccountCore, 'caller' | 'connection' | 'log' | 'userId'> & {
  readonly ports: Pick<AccountCore['ports'], 'clock' | 'report'>
}

/** Creates the search operations. The server's results are cached for a short time [SEARCH-13]. */
export function createSearchOperations(core: SearchCore): SearchOperations {
  const { caller, log, ports } = core
  const groupCache = createLookupCache(ports.clock)
  let answerTo = createAnswers(core)
  // Deleted and replaced texts must not stay in memory.
  log.appended$.subscribe((events) => {
    if (events.some(isRemoval)) answerTo = createAnswers(core)
  })
  return {
    history: openSearchHistory(log.ownRows, ports.report),
    messages: createMessageSearch(core, (query) => answerTo(query)),
    groups: memoizeByKey((keyword: string) =>
      groupCache.lookup<readonly api.FoundGroup[]>({
        staleTime: lookupStaleTime.groupSearch,
        load: async (signal) => dataOrThrow(await api.searchGroups(caller, keyword, { signal })),
      }),
    ),
  }
}

/** Creates the server's answers by query. Equal queries share one. */
function createAnswers({ caller, ports, userId }: SearchCore) {
  const cache = createLookupCache(ports.clock)
  const answers = new Map<string, Lookup<api.HitPage>>()
  return (query: api.ServerQuery): Lookup<api.HitPage> => {
    const key = JSON.stringify(query)
    const answer =
      answers.get(key) ??
      cache.lookup<api.HitPage>({
        staleTime: lookupStaleTime.messageSearch,
        keepTime: lookupKeepTime.messageSearch,
        load: async (signal) => dataOrThrow(await api.searchMessages(caller, userId, query, { signal })),
      })
    answers.set(key, answer)
    return answer
  }
}

const isRemoval = (event: LogEvent): boolean =>
  event.type === 'MessagesDeleted' ||
  event.type === 'MessagesExpired' ||
  event.type === 'MessageEdited' ||
  event.type === 'ConversationRemoved' ||
  (event.type === 'MessageReceived' && event.data.message.body === null)
