import { assign, fromCallback, fromPromise, setup } from 'xstate'
import { conversationRemoved } from '#domain/conversation/conversation-removed.ts'
import type { Notice } from '#machines/client/client.ts'
import { type ConversationId, parseConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import { CallFailed } from '#streams/http/call-failed.ts'
import type { Caller } from '#streams/http/caller.ts'
import { fetchConversations } from '#streams/inbound/fetch-conversations.ts'
import { fetchDetail } from '#streams/inbound/fetch-detail.ts'
import { fetchOlder, historyPage, type OlderPage } from '#streams/inbound/fetch-older.ts'
import type { AccountLog, OpenTimeline } from '#streams/log/account-log.ts'
import type { ReportPort } from '#streams/ports.ts'

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
}
export interface TimelineContext extends TimelineInput {
  readonly open: OpenTimeline | undefined
  readonly readUpToAtOpening: ServerId
  /** The server has nothing before what is held here. */
  readonly hasReachedStart: boolean
  readonly hasOlderFailed: boolean
  /** How many older ones are read from storage at once. */
  readonly step: number
}
export type TimelineEvent =
  /** At most so many from storage at once; a page of history when left out. */
  | { readonly type: 'older.requested'; readonly count?: number }
  | { readonly type: 'reload.requested' }
  /** `isUntold` when nobody has said yet that it went: the list no longer has it. */
  | { readonly type: 'conversation.removed'; readonly isUntold: boolean }

/** Fewer messages than this are filled up from the server [VIEW-38] (DEC-60). */
const enoughMessages = 20
const nothingRead = serverId(0)

async function openLocally(input: TimelineInput, signal: AbortSignal): Promise<OpenTimeline> {
  const open = await input.services.log.openTimeline(input.conversationId)
  if (signal.aborted) open.close()
  return open
}

/**
 * The oldest message of the newest stretch held, or one that is shown but not kept any more: what lies before it is older
 * history.
 */
function oldestHeld({ conversationId, open, services }: TimelineContext): ServerId {
  const knowledge = services.log.knowledge(conversationId)
  const newest = knowledge?.held.at(-1)
  const held = newest && knowledge?.idAt(newest.from)
  const shown = open?.messages.get().find((message) => message.serverId)?.serverId
  if (held === undefined || shown === undefined) return held ?? shown ?? nothingRead
  return serverId(Math.min(held, shown))
}

/** Older messages from storage while it has any, then from the server. */
async function loadOlder(context: TimelineContext, signal: AbortSignal): Promise<OlderPage> {
  const { conversationId, open, services, step } = context
  if (open?.hasOlderStored()) {
    const count = await open.loadOlderStored(step)
    // A storage that lacks what its own index holds would be asked for ever.
    if (count === 0 && open.hasOlderStored()) throw new Error('STORED_MESSAGES_MISSING')
    return { kind: 'page', count }
  }
  return fetchOlder({ ...services, signal }, conversationId, oldestHeld(context))
}

/** Whether older messages may exist anywhere; sequence 1 is the first of a conversation. */
export function hasOlder({ conversationId, hasReachedStart, open, services }: TimelineContext): boolean {
  if (open?.hasOlderStored()) return true
  const knowledge = services.log.knowledge(conversationId)
  const first = knowledge?.held.at(-1)
  const oldest = first && knowledge?.idAt(first.from)
  // Everything before was cleared away [LIFE-19].
  if (knowledge && oldest !== undefined && oldest <= knowledge.clearedThrough) return false
  return !hasReachedStart && first?.from !== 1
}

/** Lets go of what is held of a conversation that is gone, and looks at the list anew. */
async function removeHere({ conversationId, services }: TimelineContext): Promise<void> {
  const { log, report, serverTime } = services
  try {
    await log.append([conversationRemoved(conversationId, serverTime.now())])
    await fetchConversations({ ...services, signal: new AbortController().signal })
  } catch (cause) {
    // Out of reach, the next login brings the list.
    if (!(cause instanceof CallFailed))
      report.fault({ kind: 'timeline', detail: 'could not be written to the log', cause })
  }
}

const notAvailable = 'conversation.session-not-available'

/** Everything the timeline machine names. */
export const timelineSetup = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as TimelineContext, events: {} as TimelineEvent, input: {} as TimelineInput },
  actors: {
    open: fromPromise<OpenTimeline, TimelineInput>(({ input, signal }) => openLocally(input, signal)),
    loadOlder: fromPromise<OlderPage, TimelineContext>(({ input, signal }) => loadOlder(input, signal)),
    detail: fromPromise<boolean, TimelineContext>(({ input, signal }) =>
      fetchDetail({ ...input.services, signal }, input.conversationId),
    ),
    removals: fromCallback<TimelineEvent, TimelineInput>(({ input, sendBack }) => {
      const isRemoval = ({ type, stream }: LogEvent) =>
        type === 'ConversationRemoved' && stream === input.conversationId
      const subscription = input.services.log.appended$.subscribe((events) => {
        const removal = events.find(isRemoval)
        if (removal) sendBack({ type: 'conversation.removed', isUntold: removal.origin === 'http' })
      })
      return () => subscription.unsubscribe()
    }),
  },
  actions: {
    takeOpen: assign(({ context }, { open }: { open: OpenTimeline }) => ({
      open,
      readUpToAtOpening: context.services.log.knowledge(context.conversationId)?.readUpTo ?? nothingRead,
    })),
    takePage: assign(({ context }, page: OlderPage) => {
      const isEmpty = page.kind === 'page' && page.count === 0 && !context.open?.hasOlderStored()
      return { hasOlderFailed: false, hasReachedStart: context.hasReachedStart || isEmpty }
    }),
    noteFailure: assign({ hasOlderFailed: true }),
    forgetFailure: assign({ hasOlderFailed: false }),
    takeStep: assign({
      step: ({ event }) => (event.type === 'older.requested' ? event.count : undefined) ?? historyPage,
    }),
    /** The server has spoken: it goes from this device too, and the list is asked for anew [SESS-49 SESS-52]. */
    removeHere: ({ context }) => void removeHere(context),
    /** [SESS-51] */
    tellRefusal: ({ context: { services } }, page: OlderPage) => {
      if (page.kind === 'unavailable')
        services.notify({ kind: 'warning', ...(page.text ? { text: page.text } : { key: notAvailable }) })
    },
    /** [SESS-48] */
    tellUnavailable: ({ context: { services } }) => services.notify({ kind: 'error', key: notAvailable }),
    /** A group that went while it was open was left or disbanded [SESS-53 SESS-54]; a frame has told so already. */
    tellRemoval: ({ context: { conversationId, services } }, { isUntold }: { isUntold: boolean }) => {
      if (!isUntold) return
      const isGroup = parseConversationId(conversationId).kind === 'group'
      services.notify({ kind: 'error', key: isGroup ? 'conversation.group.has-left' : notAvailable })
    },
  },
  guards: {
    needsMore: ({ context }) =>
      !context.hasOlderFailed &&
      (context.open?.messages.get().length ?? 0) < enoughMessages &&
      hasOlder(context),
    hasOlder: ({ context }) => hasOlder(context),
    /** Nothing is here, and not because the conversation has no message as far as this device knows. */
    lacksEverything: ({ context: { conversationId, open, services } }) => {
      const summary = services.log.conversations.get().find(({ id }) => id === conversationId)
      const isKnownEmpty = summary !== undefined && summary.lastMessage === undefined
      return (open?.messages.get().length ?? 0) === 0 && !isKnownEmpty
    },
    isListed: ({ context: { conversationId, services } }) =>
      services.log.conversations.get().some(({ id }) => id === conversationId),
    isThere: (_, isThere: boolean) => isThere,
    isUnopened: ({ context }) => context.open === undefined,
    isUnavailable: (_, page: OlderPage) => page.kind === 'unavailable',
  },
})
