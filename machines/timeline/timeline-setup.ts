import { filter } from 'rxjs'
import { assign, fromCallback, fromPromise, setup } from 'xstate'
import type { Notice } from '#machines/client/client.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
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
}
export type TimelineEvent =
  | { readonly type: 'older.requested' }
  | { readonly type: 'reload.requested' }
  | { readonly type: 'conversation.removed' }

/** Fewer messages than this are filled up from the server [VIEW-38] (DEC-60). */
const enoughMessages = 20
const nothingRead = serverId(0)

async function openLocally(input: TimelineInput, signal: AbortSignal): Promise<OpenTimeline> {
  const open = await input.services.log.openTimeline(input.conversationId)
  if (signal.aborted) open.close()
  return open
}

/** The oldest message of the newest stretch held: what lies before it is older history. */
function oldestHeld({ conversationId, open, services }: TimelineContext): ServerId {
  const knowledge = services.log.knowledge(conversationId)
  const newest = knowledge?.held.at(-1)
  const held = newest && knowledge?.idAt(newest.from)
  return held ?? open?.messages.get().find((message) => message.serverId)?.serverId ?? nothingRead
}

/** Older messages from storage while it has any, then from the server. */
async function loadOlder(context: TimelineContext, signal: AbortSignal): Promise<OlderPage> {
  const { conversationId, open, services } = context
  if (open?.hasOlderStored()) {
    const count = await open.loadOlderStored(historyPage)
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

/** Everything the timeline machine names. */
export const timelineSetup = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as TimelineContext, events: {} as TimelineEvent, input: {} as TimelineInput },
  actors: {
    open: fromPromise<OpenTimeline, TimelineInput>(({ input, signal }) => openLocally(input, signal)),
    loadOlder: fromPromise<OlderPage, TimelineContext>(({ input, signal }) => loadOlder(input, signal)),
    removals: fromCallback<TimelineEvent, TimelineInput>(({ input, sendBack }) => {
      const isRemoval = ({ type, stream }: { readonly type: string; readonly stream: string }) =>
        type === 'ConversationRemoved' && stream === input.conversationId
      const subscription = input.services.log.appended$
        .pipe(filter((events) => events.some(isRemoval)))
        .subscribe(() => sendBack({ type: 'conversation.removed' }))
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
    /** The server has spoken: it goes from this device too, and the person is told [SESS-51 SESS-52]. */
    remove: ({ context: { conversationId, services } }, page: OlderPage) => {
      if (page.kind !== 'unavailable') return
      const occurredAt = services.serverTime.now()
      services.log
        .append([
          { stream: conversationId, type: 'ConversationRemoved', data: {}, occurredAt, origin: 'http' },
        ])
        .catch((cause: unknown) =>
          services.report.fault({ kind: 'timeline', detail: 'could not be written to the log', cause }),
        )
      const key = 'conversation.session-not-available'
      services.notify({ kind: 'warning', ...(page.text ? { text: page.text } : { key }) })
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
    isUnopened: ({ context }) => context.open === undefined,
    isUnavailable: (_, page: OlderPage) => page.kind === 'unavailable',
  },
})
