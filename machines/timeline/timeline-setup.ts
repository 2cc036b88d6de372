import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Seeking, SeekTarget } from '#domain/message/timeline-message.ts'
import type { Notice } from '#domain/notification/toast.ts'
import { conversationRemoved } from '#domain/synchronisation/conversation-differences.ts'
import { type ConversationId, parseConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import type { Caller } from '#streams/http/caller.ts'
import { fetchConversation, fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { historyPage } from '#streams/inbound/fetch-history.ts'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import type { ReportPort } from '#streams/ports.ts'
import { StorageClosed } from '#streams/storage/storage-error.ts'
import {
  hasNewer,
  hasOlder,
  type LoadedPage,
  type LoadingContext,
  loadNewer,
  loadOlder,
} from './timeline-loading.ts'
import { type SeekOutcome, seek } from './timeline-seeking.ts'

export interface TimelineServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly serverTime: ServerTime
  readonly report: ReportPort
  notify(notice: Notice): void
}
export interface TimelineInput {
  readonly conversationId: ConversationId
  readonly services: TimelineServices
  /** Starts to read the stored messages, or returns the read that has started before. */
  openStored(): Promise<OpenTimeline>
}
export interface TimelineContext {
  readonly open: OpenTimeline | undefined
  readonly readUpToAtOpening: ServerId
  /** The id of the first message that the server has; undefined if unknown. */
  readonly startsAt: ServerId | undefined
  readonly hasOlderFailed: boolean
  readonly hasNewerFailed: boolean
  /** The number of messages read from storage at a time. */
  readonly step: number
  /** The last requested jump and its status. */
  readonly seeking: Seeking | undefined
}
export type TimelineEvent =
  /** The maximum number of messages to read from storage; by default a page of history. */
  | { readonly type: 'older.requested'; readonly count?: number }
  | { readonly type: 'newer.requested' }
  | { readonly type: 'newest.requested' }
  | { readonly type: 'seek.requested'; readonly target: SeekTarget }
  | { readonly type: 'seek.cancelled' }
  | { readonly type: 'reload.requested' }
  /** `isUntold` is true if no notice was shown for the removal yet. */
  | { readonly type: 'conversation.removed'; readonly isUntold: boolean }

/** With fewer messages than this, more are fetched from the server [VIEW-38] (DEC-60). */
const enoughMessages = 20
const nothingRead = serverId(0)
const nothingSought = Promise.resolve<SeekOutcome>({ kind: 'gone' })

async function openLocally(input: TimelineInput, signal: AbortSignal): Promise<OpenTimeline> {
  const open = await input.openStored()
  if (signal.aborted) open.close()
  return open
}

/** Removes the local data of a conversation that is gone, and fetches the list again. */
async function removeHere({ conversationId, services }: TimelineInput): Promise<void> {
  const { log, report, serverTime } = services
  try {
    await log.append([conversationRemoved(conversationId, serverTime.now())])
    await fetchConversations({ ...services, signal: new AbortController().signal })
  } catch (cause) {
    // Without a connection the next login fetches the list. After a change of account there is nothing to remove.
    if (!(cause instanceof CallFailed || cause instanceof StorageClosed))
      report.fault({ kind: 'timeline', detail: 'could not be written to the log', cause })
  }
}

const notAvailable = 'conversation.session-not-available'

/** The named actors, actions and guards of the timeline machine. */
export function createTimelineSetup(input: TimelineInput) {
  const { conversationId, services } = input
  const partsOf = (context: TimelineContext): LoadingContext => ({ ...input, ...context })
  return setup({
    types: { context: {} as TimelineContext, events: {} as TimelineEvent },
    actors: {
      open: fromPromise<OpenTimeline>(({ signal }) => openLocally(input, signal)),
      loadOlder: fromPromise<LoadedPage, TimelineContext>(({ input: context, signal }) =>
        loadOlder(partsOf(context), signal),
      ),
      loadNewer: fromPromise<LoadedPage, TimelineContext>(({ input: context, signal }) =>
        loadNewer(partsOf(context), signal),
      ),
      seek: fromPromise<SeekOutcome, TimelineContext>(({ input: context, signal }) =>
        context.seeking
          ? seek({ ...partsOf(context), target: context.seeking.target }, signal)
          : nothingSought,
      ),
      detail: fromPromise<boolean>(({ signal }) =>
        fetchConversation({ ...services, signal }, conversationId),
      ),
      removals: fromCallback<TimelineEvent>(({ sendBack }) => {
        const isRemoval = ({ type, stream }: LogEvent) =>
          type === 'ConversationRemoved' && stream === conversationId
        const subscription = services.log.appended$.subscribe((events) => {
          const removal = events.find(isRemoval)
          if (removal) sendBack({ type: 'conversation.removed', isUntold: removal.origin === 'http' })
        })
        return () => subscription.unsubscribe()
      }),
    },
    actions: {
      setTimeline: assign((_, { open }: { open: OpenTimeline }) => ({
        open,
        readUpToAtOpening: services.log.syncState(conversationId)?.readUpTo ?? nothingRead,
      })),
      setPage: assign(({ context }, page: LoadedPage) => ({
        hasOlderFailed: false,
        startsAt: (page.kind === 'page' ? page.startsAt : undefined) ?? context.startsAt,
      })),
      setOlderFailure: assign({ hasOlderFailed: true }),
      setNewerFailure: assign({ hasNewerFailed: true }),
      clearFailure: assign({ hasOlderFailed: false, hasNewerFailed: false }),
      startSeeking: assign((_, { target }: { target: SeekTarget }) => ({
        seeking: { target, status: 'under-way' as const },
        hasOlderFailed: false,
        hasNewerFailed: false,
      })),
      endSeeking: assign(({ context }, end: SeekOutcome) => ({
        seeking: context.seeking && {
          ...context.seeking,
          status: end.kind === 'found' ? ('found' as const) : ('gone' as const),
        },
        startsAt: (end.kind === 'unavailable' ? undefined : end.startsAt) ?? context.startsAt,
      })),
      failSeeking: assign(({ context }) => ({
        seeking: context.seeking && { ...context.seeking, status: 'failed' as const },
      })),
      clearSeeking: assign({ seeking: undefined }),
      showNewest: ({ context }) => context.open?.showNewest(),
      takeStep: assign({
        step: ({ event }) => (event.type === 'older.requested' ? event.count : undefined) ?? historyPage,
      }),
      /**
       * The server says that the conversation is gone, so it is removed here too, and the list is fetched again
       * [SESS-49 SESS-52].
       */
      removeHere: () => void removeHere(input),
      /** [SESS-51] */
      notifyRejection: (_, page: LoadedPage | SeekOutcome) => {
        if (page.kind === 'unavailable')
          services.notify({ kind: 'warning', ...(page.text ? { text: page.text } : { key: notAvailable }) })
      },
      /** [SESS-48] */
      notifyUnavailable: () => services.notify({ kind: 'error', key: notAvailable }),
      /**
       * A group that disappeared while it was open was left or disbanded [SESS-53 SESS-54]. A frame may have announced
       * it already.
       */
      notifyRemoval: (_, { isUntold }: { isUntold: boolean }) => {
        if (!isUntold) return
        const isGroup = parseConversationId(conversationId).kind === 'group'
        services.notify({ kind: 'error', key: isGroup ? 'conversation.group.has-left' : notAvailable })
      },
    },
    guards: {
      needsMore: ({ context }) =>
        !context.hasOlderFailed &&
        (context.open?.messages.get().length ?? 0) < enoughMessages &&
        hasOlder(partsOf(context)),
      hasOlder: ({ context }) => hasOlder(partsOf(context)),
      hasNewer: ({ context }) => hasNewer(context),
      /** Whether no message is stored although this device knows that there are some. */
      lacksEverything: ({ context: { open } }) => {
        const summary = services.log.conversations.get().find(({ id }) => id === conversationId)
        const isKnownEmpty = summary !== undefined && summary.lastMessage === undefined
        return (open?.messages.get().length ?? 0) === 0 && !isKnownEmpty
      },
      isListed: () => services.log.conversations.get().some(({ id }) => id === conversationId),
      exists: (_, exists: boolean) => exists,
      isOpened: ({ context }) => context.open !== undefined,
      isUnopened: ({ context }) => context.open === undefined,
      isUnavailable: (_, page: LoadedPage | SeekOutcome) => page.kind === 'unavailable',
    },
  })
}
