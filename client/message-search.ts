import { Subscription } from 'rxjs'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { maxHits } from '#domain/message/find-messages.ts'
import {
  type HitFilter,
  type HitGroup,
  isEmptyFilter,
  mergeHits,
  orderGroups,
} from '#domain/search/message-hits.ts'
import { readSearchWords } from '#domain/search/search-words.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { HitPage, ServerQuery } from '#streams/api/search.ts'
import type { ConversationSyncState } from '#streams/log/account-log.ts'
import type { Lookup } from '#streams/lookups/lookup-cache.ts'
import type { TimerHandle } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import { searchDevice } from '#streams/search/device-search.ts'

/** A search for messages: a keyword, a filter, or both. */
export interface MessageQuery {
  readonly keyword: string
  readonly filter: HitFilter
  /** The searched conversation; undefined for all. */
  readonly conversation?: ConversationId | undefined
}

/** The hits of a search so far. */
export interface MessageSearchView {
  /** Ordered by their newest hits, without moving those that a person is looking at [SEARCH-12]. */
  readonly groups: readonly HitGroup[]
  readonly device: 'searching' | 'done' | 'failed'
  /** `offline` while there is no connection. */
  readonly server: 'searching' | 'done' | 'failed' | 'offline'
  /** True if the server has older hits that were not requested. */
  readonly hasMore: boolean
  /** True if the searched conversation has messages that are not on this device. */
  readonly isPartial: boolean
}

/** A search that runs while there are subscribers. */
export interface MessageSearch extends Readable<MessageSearchView> {
  /** Requests older hits from the server. */
  loadMore(): void
  /** Searches again where the search has failed. */
  retry(): void
  /** Keeps the places of the first `count` groups, because a person is looking at them. */
  markSeen(count: number): void
}

type SearchCore = Pick<AccountCore, 'log' | 'connection'> & {
  readonly ports: Pick<AccountCore['ports'], 'clock'>
}

/** The maximum number of hits of one conversation in a search of all. */
const groupLimit = 100
/** How long hits are collected before they are shown, so that they appear in order and in few steps, ms. */
const publishDelay = 60

const initialView: MessageSearchView = {
  groups: [],
  device: 'searching',
  server: 'searching',
  hasMore: false,
  isPartial: false,
}
const emptyView: MessageSearchView = { ...initialView, device: 'done', server: 'done' }

/** Whether a query searches for anything [VIEW-47]. */
export const isSearching = ({ keyword, filter }: Pick<MessageQuery, 'keyword' | 'filter'>): boolean =>
  readSearchWords(keyword).length > 0 || !isEmptyFilter(filter)

/**
 * Creates the search of messages: this device answers immediately, and the hits of the server are merged in as they
 * arrive. Messages that this device has deleted or hides are left out [SEARCH-11].
 * @param answerOf returns the server's answer to a query
 */
export const createMessageSearch =
  (core: SearchCore, answerOf: (query: ServerQuery) => Lookup<HitPage>) =>
  (query: MessageQuery): MessageSearch =>
    isSearching(query) ? runSearch(core, answerOf, query) : emptySearch

const nothing = () => undefined
const emptySearch: MessageSearch = {
  ...createWritable(emptyView),
  loadMore: nothing,
  retry: nothing,
  markSeen: nothing,
}

function runSearch(
  { log, connection, ports }: SearchCore,
  answerOf: (query: ServerQuery) => Lookup<HitPage>,
  query: MessageQuery,
): MessageSearch {
  const { clock } = ports
  const { conversation, filter } = query
  const words = readSearchWords(query.keyword)
  const view = createWritable(initialView)
  const limit = conversation === undefined ? groupLimit : maxHits
  let subscribers = 0
  let running = new Subscription()
  let device: MessageSearchView['device'] = 'searching'
  let stored = new Map<ConversationId, Pick<HitGroup, 'hits' | 'hasMore'>>()
  let pages: readonly Lookup<HitPage>[] = []
  let removals: readonly Removal[] = []
  let seen: readonly ConversationId[] = []
  let timer: TimerHandle | undefined

  const isGone = (id: ConversationId, message: ServerId) =>
    log.syncState(id)?.isDeleted(message) === true ||
    log.expiry.hiddenMessages(id).has(message) ||
    removals.some(({ stream, isRemoved }) => stream === id && isRemoved(message))

  const publish = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    const answers = pages.map((page) => page.get())
    const last = answers.at(-1)
    const found = answers.flatMap((answer) => (answer.status === 'ready' ? answer.value.groups : []))
    const groups = mergeGroups(stored, found)
      .map((group) => withSummary(group, log.summaryOf(group.conversation)))
      .map((group) => ({
        ...group,
        hits: group.hits.filter(({ serverId }) => !isGone(group.conversation, serverId)),
      }))
      .filter(({ hits }) => hits.length > 0)
    const isOffline = connection.get().status === 'offline'
    const status = last?.status === 'ready' ? 'done' : last?.status === 'failed' ? 'failed' : 'searching'
    const server = status !== 'done' && isOffline ? 'offline' : status
    const hasMore = last?.status === 'ready' && last.value.next !== undefined
    const isPartial =
      conversation !== undefined && server !== 'done' && !isComplete(log.syncState(conversation))
    view.set({ groups: orderGroups(groups, seen), device, server, hasMore, isPartial })
  }
  const publishSoon = () => {
    timer ??= clock.setTimeout(publish, publishDelay)
  }

  const scanDevice = () => {
    device = 'searching'
    stored = new Map()
    const scan = searchDevice(log, { words, filter, conversation, limit })
    const finish = (status: 'done' | 'failed') => {
      device = status
      publish()
    }
    running.add(
      scan.subscribe({
        next(found) {
          const before = stored.get(found.conversation)?.hits ?? []
          stored.set(found.conversation, { hits: [...before, ...found.hits], hasMore: found.isCut })
          if (found.hits.length > 0) publishSoon()
        },
        complete: () => finish('done'),
        error: () => finish('failed'),
      }),
    )
  }
  const addPage = (before: ServerId | undefined) => {
    const page = answerOf({ keyword: query.keyword.trim(), filter, conversation, before })
    pages = [...pages, page]
    const unsubscribe = page.subscribe(publishSoon)
    running.add(unsubscribe)
  }
  const retry = () => {
    if (device === 'failed') scanDevice()
    const last = pages.at(-1)
    if (last?.get().status === 'failed') last.reload()
    publish()
  }
  const start = () => {
    running = new Subscription()
    pages = []
    removals = []
    seen = []
    view.set(initialView)
    running.add(log.appended$.subscribe((events) => follow(events)))
    running.add(
      connection.subscribe(() => (connection.get().status === 'connected' ? retry() : publishSoon())),
    )
    running.add(() => {
      if (timer) clock.clearTimeout(timer)
      timer = undefined
    })
    addPage(undefined)
    scanDevice()
  }
  /** Removes the hits of removed messages, and shows those of restored ones. */
  const follow = (events: readonly LogEvent[]) => {
    const changes = events.filter(isChange)
    removals = [...removals, ...changes.flatMap(removalOf)]
    if (changes.length > 0) publish()
  }

  return {
    get: view.get,
    subscribe(listener) {
      const stop = view.subscribe(listener)
      subscribers += 1
      if (subscribers === 1) start()
      return () => {
        stop()
        subscribers -= 1
        if (subscribers === 0) running.unsubscribe()
      }
    },
    retry,
    loadMore() {
      const last = pages.at(-1)?.get()
      if (last?.status === 'ready' && last.value.next !== undefined) addPage(last.value.next)
    },
    markSeen(count) {
      if (count <= seen.length) return
      seen = view
        .get()
        .groups.slice(0, count)
        .map((group) => group.conversation)
    },
  }
}

/** Merges the hits of this device with those of the server. This device knows the current state of a message. */
function mergeGroups(
  stored: ReadonlyMap<ConversationId, Pick<HitGroup, 'hits' | 'hasMore'>>,
  found: readonly HitGroup[],
): readonly HitGroup[] {
  const groups = new Map<ConversationId, HitGroup>()
  for (const [conversation, own] of stored)
    groups.set(conversation, { conversation, title: '', avatarUrl: '', ...own })
  for (const group of found) {
    const known = groups.get(group.conversation)
    const hits = mergeHits(known?.hits ?? [], group.hits)
    groups.set(group.conversation, { ...group, hits, hasMore: group.hasMore || known?.hasMore === true })
  }
  return [...groups.values()]
}

/** Shows the name and picture of the conversation list, which has the remark for a friend. */
const withSummary = (group: HitGroup, row: ConversationSummary | undefined): HitGroup =>
  row ? { ...group, title: row.title, avatarUrl: row.avatarUrl, peerId: row.peerId } : group

/** True if this device has every message of a conversation; an unknown conversation has none. */
function isComplete(syncState: ConversationSyncState | undefined): boolean {
  if (!syncState) return true
  const [first, ...others] = syncState.contiguousRanges
  if (first === undefined) return syncState.newestRowId <= syncState.clearedThrough
  const oldest = syncState.idAtRangeEnd(first.from)
  const isCleared = oldest !== undefined && oldest <= syncState.clearedThrough
  return others.length === 0 && (first.from === 1 || isCleared)
}

/** Whether an event removes or restores messages. */
const isChange = (event: LogEvent): boolean =>
  event.type === 'MessageReceived' ? event.data.message.body === null : changingTypes.has(event.type)

const changingTypes: ReadonlySet<LogEvent['type']> = new Set([
  'MessagesDeleted',
  'MessagesExpired',
  'MessageEdited',
  'MessagesHidden',
  'MessagesRestored',
  'ConversationCleared',
  'ConversationRemoved',
])

interface Removal {
  readonly stream: LogEvent['stream']
  isRemoved(message: ServerId): boolean
}

/** The messages that an event removes and that the state of the conversation does not list as deleted or hidden. */
function removalOf(event: LogEvent): Removal[] {
  const { stream } = event
  switch (event.type) {
    case 'MessagesExpired': {
      const ids = new Set<ServerId>(event.data.serverIds)
      return [{ stream, isRemoved: (id) => ids.has(id) }]
    }
    // The next search finds the new text.
    case 'MessageEdited':
      return [{ stream, isRemoved: (id) => id === event.data.serverId }]
    case 'MessageReceived': {
      const { serverId, body } = event.data.message
      return body === null ? [{ stream, isRemoved: (id) => id === serverId }] : []
    }
    case 'ConversationRemoved':
      return [{ stream, isRemoved: () => true }]
    default:
      return []
  }
}
