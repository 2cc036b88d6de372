import { filter, type Observable, Subject, type Subscription, tap } from 'rxjs'
import { isAlreadyReceived } from '#domain/synchronisation/missed-messages.ts'
import { type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { effectsOf, type FrameEffect } from '#schemas/translate/frame-effects.ts'
import { frameToEvents } from '#schemas/translate/frame-to-events.ts'
import { acknowledgement, answeredMessage, readSocketResponse } from '#schemas/translate/message-response.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import { retryUntil } from '../clock/retry.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, ReportPort } from '../ports.ts'
import { type FrameEffectHandlers, handleEffects, mapOrReport } from './frame-effects.ts'

export interface InboundServices {
  readonly userId: UserId
  /** Valid frames: the socket link parses each frame, reports invalid ones and drops them. */
  readonly frames$: Observable<ServerFrame>
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly report: ReportPort
  readonly effects: FrameEffectHandlers
}

/**
 * Turns frames into facts of the log, in their order, until the returned subscription ends:
 *
 *   frames$ ─┬─ effectsOf ──► conversationsChanged, presenceChanged, tokenUpdated …
 *            └─ toEvents ── deduplicate ── append with retry ──► log.appended$
 *
 * The buffer of one animation frame or 500 events is the log's write queue, where facts by socket and by HTTP share a
 * write. The queue keeps the order of its appends, so they need not wait for each other: with `concatMap` each frame
 * would be a write. `mergeMap` would search a list of all waiting appends when one ends (docs/performance.md).
 */
export function startInbound(services: InboundServices): Subscription {
  const { frames$, log, report } = services
  const newest = trackNewestMessages(log)
  let isOver = false

  const onFault = (cause: unknown) => {
    if (!isOver) report.fault({ kind: 'inbound', detail: 'events could not be appended', cause })
  }
  /** The server sends each fact once, so that an append is retried until the storage accepts it. */
  const append = (events: readonly NewEvent[]) =>
    retryUntil(
      services,
      'inbound',
      () => log.append(events),
      () => isOver,
    )

  const effects$ = new Subject<FrameEffect>()
  const subscription = handleEffects(effects$, services.effects, onFault)
  subscription.add(
    frames$.pipe(mapOrReport((frame) => effectsOf(frame, services), onFault)).subscribe({
      next: (effects) => {
        for (const effect of effects) effects$.next(effect)
      },
      error: onFault,
    }),
  )
  subscription.add(
    frames$
      .pipe(
        mapOrReport((frame) => toEvents(frame, services, newest.idOf), onFault),
        filter((events) => events.length > 0),
        tap(newest.note),
      )
      .subscribe({
        next: (events) => {
          append(events).catch(onFault)
        },
        error: onFault,
      }),
  )
  subscription.add(() => {
    isOver = true
  })
  return subscription
}

type NewestId = (conversation: ConversationId) => ServerId

/** The facts of a frame that the log does not have. */
function toEvents(
  frame: ServerFrame,
  { log, serverTime, userId: self }: InboundServices,
  newestId: NewestId,
): readonly NewEvent[] {
  const now = serverTime.now()
  return [...frameToEvents(frame, { now, self, newestId }), ...lateAcknowledgement(frame, log, now)].filter(
    (event) => isNew(event, log),
  )
}

/** A late response to a message: the request timed out, but the server took the message after all. */
function lateAcknowledgement(frame: ServerFrame, log: AccountLog, now: number): NewEvent[] {
  const id = answeredMessage(frame)
  if (!id) return []
  const unsent = log.outbox.get().messages.find(({ clientId }) => clientId === id)
  const response = unsent && readSocketResponse(frame, unsent.clientId, now)
  return unsent && response?.kind === 'acknowledged' ? [acknowledgement(unsent, response, 'socket')] : []
}

const isNew = (event: NewEvent, log: AccountLog): boolean =>
  event.type !== 'MessageReceived' ||
  event.stream === 'account' ||
  !isAlreadyReceived(event.data.message, log.syncState(event.stream)?.contiguousRanges ?? [])

const none = serverId(0)

/** The newest message of each conversation, including messages whose append is not done yet. */
function trackNewestMessages(log: AccountLog) {
  const seen = new Map<ConversationId, ServerId>()
  const seenIn = (id: ConversationId): ServerId => seen.get(id) ?? none
  return {
    idOf: (id: ConversationId): ServerId =>
      serverId(Math.max(seenIn(id), log.syncState(id)?.newestId ?? none)),
    note(events: readonly NewEvent[]) {
      for (const event of events) {
        if (event.type !== 'MessageReceived' || event.stream === 'account') continue
        const { serverId: id } = event.data.message
        if (id > seenIn(event.stream)) seen.set(event.stream, id)
      }
    },
  }
}
