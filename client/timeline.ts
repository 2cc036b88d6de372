import { type ActorRefFrom, createActor, type InspectionEvent } from 'xstate'
import { unreadWithoutMark } from '#domain/conversation/unread-count.ts'
import { canRetryMessage } from '#domain/message/message-transitions.ts'
import type { SeekTarget, TimelineView } from '#domain/message/timeline-message.ts'
import { hasNewer, hasOlder } from '#machines/timeline/timeline-loading.ts'
import { createTimelineMachine } from '#machines/timeline/timeline-machine.ts'
import type { TimelineInput } from '#machines/timeline/timeline-setup.ts'
import { serverId } from '#schemas/ids.ts'
import type { OpenTimeline } from '#streams/log/account-log.ts'
import type { Clock } from '#streams/ports.ts'
import { derive, type Readable } from '#streams/readable.ts'

/** The messages of one open conversation screen. Call `close` when the screen closes. */
export interface TimelineHandle {
  readonly view: Readable<TimelineView>
  /** Loads at most `count` older messages from storage, or a page of history from the server. */
  loadOlder(count?: number): void
  /** Loads the messages that follow a detached window. */
  loadNewer(): void
  /** Leaves a detached window for the newest messages. */
  showNewest(): void
  /** Jumps to a message or a day, wherever it is; `view.seeking` shows the progress [ROUTE-26]. */
  seek(target: SeekTarget): void
  /** Cancels a jump; the window stays. */
  stopSeeking(): void
  /** Retries after `failed`. */
  reload(): void
  close(): void
}

type TimelineActor = ActorRefFrom<ReturnType<typeof createTimelineMachine>>
type TimelineSnapshot = ReturnType<TimelineActor['getSnapshot']>

const noMessages: TimelineView['messages'] = []

/** Shows messages that are there even if loading more has failed or is in progress. */
function statusOf(snapshot: TimelineSnapshot, hasMessages: boolean): TimelineView['status'] {
  if (snapshot.matches('unavailable')) return 'unavailable'
  if (hasMessages || snapshot.matches('ready')) return 'ready'
  return snapshot.matches('failed') ? 'failed' : 'loading'
}

function viewOf(
  conversation: TimelineInput,
  snapshot: TimelineSnapshot,
  unsent: TimelineView['unsent'],
): TimelineView {
  const { context } = snapshot
  const { conversationId, services } = conversation
  const messages = context.open?.messages.get() ?? noMessages
  const summary = services.log.conversations.get().find(({ id }) => id === conversationId)
  return {
    status: statusOf(snapshot, messages.length > 0),
    messages: snapshot.matches('unavailable') ? noMessages : messages,
    unsent,
    hasOlder: hasOlder({ ...conversation, ...context }),
    isLoadingOlder: snapshot.matches('loading'),
    hasOlderFailed: context.hasOlderFailed,
    hasNewer: hasNewer(context),
    isLoadingNewer: snapshot.matches('loadingNewer'),
    hasNewerFailed: context.hasNewerFailed,
    seeking: context.seeking,
    readUpToAtOpening: context.readUpToAtOpening,
    readUpTo: services.log.syncState(conversationId)?.readUpTo ?? serverId(0),
    unreadCount: summary ? unreadWithoutMark(summary) : 0,
  }
}

const unsentIn = ({ conversationId, services }: TimelineInput): TimelineView['unsent'] => {
  const queued = services.log.outbox.get().messages.filter((one) => one.conversationId === conversationId)
  return queued.filter(({ state }) => canRetryMessage(state)).map(({ clientId }) => clientId)
}

/** Notifies about changes of the actor, and of the messages once they are open. */
const timelineChanges = (actor: TimelineActor): Pick<Readable<unknown>, 'subscribe'> => ({
  subscribe(listener) {
    let watched: OpenTimeline | undefined
    let stopWatching = () => {}
    const watch = () => {
      const { open } = actor.getSnapshot().context
      if (open === watched) return
      stopWatching()
      watched = open
      stopWatching = open?.messages.subscribe(listener) ?? (() => {})
    }
    const subscription = actor.subscribe(() => {
      watch()
      listener()
    })
    watch()
    return () => {
      subscription.unsubscribe()
      stopWatching()
    }
  },
})

/** Starts reading the conversation. The returned function resolves with that first read once, then reads again. */
function prefetchStored({ conversationId, services }: Omit<TimelineInput, 'openStored'>) {
  const open = () => services.log.openTimeline(conversationId, 'newest-first')
  let prefetched: Promise<OpenTimeline> | undefined = open()
  return (): Promise<OpenTimeline> => {
    const first = prefetched
    prefetched = undefined
    return first ?? open()
  }
}

/** Opens a conversation for a screen and starts its timeline machine. */
export function openTimelineHandle(
  conversation: Omit<TimelineInput, 'openStored'>,
  clock: Clock,
  inspect: ((event: InspectionEvent) => void) | undefined,
): TimelineHandle {
  // Creating the actor takes about as long as the read, so the read starts first.
  const read = prefetchStored(conversation)
  let opened: OpenTimeline | undefined
  const openStored = async () => {
    opened = await read()
    return opened
  }
  const input = { ...conversation, openStored }
  const actor = createActor(createTimelineMachine(input), { clock, ...(inspect ? { inspect } : {}) })
  actor.start()
  const { conversations, outbox } = input.services.log
  const unsent = derive([outbox], () => unsentIn(input))
  const sources = [timelineChanges(actor), conversations, unsent]
  return {
    view: derive(sources, () => viewOf(input, actor.getSnapshot(), unsent.get())),
    loadOlder: (count) => actor.send({ type: 'older.requested', ...(count === undefined ? {} : { count }) }),
    loadNewer: () => actor.send({ type: 'newer.requested' }),
    showNewest: () => actor.send({ type: 'newest.requested' }),
    seek: (target) => actor.send({ type: 'seek.requested', target }),
    stopSeeking: () => actor.send({ type: 'seek.cancelled' }),
    reload: () => actor.send({ type: 'reload.requested' }),
    close() {
      // The machine may not have received it yet.
      opened?.close()
      actor.stop()
    },
  }
}
