import type { AttachmentPart, Outcome } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import { messageTypeOf } from '#domain/media/attachment-kind.ts'
import { confirmedIdsIn } from '#domain/message/text-in-event.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { type ClientId, type ConversationId, clientId } from '#schemas/ids.ts'
import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import type { Attachment } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { randomId } from '#streams/clock/random-text.ts'
import { retryUntil } from '#streams/clock/retry.ts'
import { holdOrSteal } from '#streams/cross-tab/locks.ts'
import type { PreservedMessage } from '#streams/log/preserved-outbox.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Readable, untilValue } from '#streams/readable.ts'

/** Unsent messages of a forced sign-out or a removed conversation, offered until the user decides or 7 days have passed. */
export interface PreservedOutboxOperations {
  /** Messages of a forced sign-out (DEC-115). Empty once the user decided, in any tab. */
  readonly messages: Readable<readonly UnsentMessage[]>
  /**
   * Messages that cannot be sent, because their conversation or their file was removed (DEC-230). Empty once discarded, in
   * any tab.
   */
  readonly undeliverable: Readable<readonly UnsentMessage[]>
  /** Queues `messages` like new ones. The idempotency key prevents a duplicate if the server already has one. */
  send(): Promise<Outcome>
  /** Discards `messages`. */
  discard(): Promise<Outcome>
  discardUndeliverable(): Promise<Outcome>
  /** Keeps a send whose conversation was removed before the log had it: its text, and that there were files. */
  keepUndeliverable(
    conversationId: ConversationId,
    attachments: readonly AttachmentPart[],
    text: string,
  ): Promise<Outcome>
}

interface PreservedOutboxCore
  extends Pick<AccountCore, 'connection' | 'preservedOutbox' | 'log' | 'serverTime' | 'tabs' | 'userId'> {
  readonly ports: Pick<Ports, 'clock' | 'locks' | 'random' | 'report'>
}

/**
 * Creates the operations on the preserved outbox. It is offered after the missed messages are loaded, and without
 * messages that need no decision: the server has them already, or the outbox sends them again because a tab closed
 * during `send`. A lock serializes the tabs, so that only one of them acts on a message.
 */
export function createPreservedOutboxOperations(core: PreservedOutboxCore): PreservedOutboxOperations {
  const { connection, preservedOutbox, log, ports, serverTime, tabs, userId } = core
  const messages = createWritable<readonly UnsentMessage[]>([])
  const undeliverable = createWritable<readonly UnsentMessage[]>([])
  const acknowledged = new Set<ClientId>()

  const watchingAcknowledgements = log.appended$.subscribe((events) => {
    for (const event of events) {
      const confirmation = confirmedIdsIn(event)
      if (confirmation) acknowledged.add(confirmation.clientId)
    }
  })
  const isQueued = (clientId: ClientId) =>
    log.outbox.get().messages.some((message) => message.clientId === clientId)
  const needsNoDecision = ({ clientId }: UnsentMessage) => acknowledged.has(clientId) || isQueued(clientId)
  const isDeliverable = ({ conversationId, isFileLost }: PreservedMessage) =>
    !isFileLost && log.syncState(conversationId) !== undefined

  // Before the conversations are loaded, it is unknown which messages can be sent.
  let isOffering = false
  const show = (preserved: readonly PreservedMessage[]) => {
    if (!isOffering) return
    messages.set(preserved.filter(isDeliverable))
    undeliverable.set(preserved.filter((message) => !isDeliverable(message)))
    if (messages.get().length === 0) watchingAcknowledgements.unsubscribe()
  }
  const refresh = async () => show(await preservedOutbox.read(userId))
  let isClosed = false
  log.appended$.subscribe({
    complete: () => {
      isClosed = true
    },
  })
  /**
   * Retries a task until it succeeds or the log closes. Otherwise a failing storage would lose messages, or hide them
   * until the next start.
   */
  const retryStorage = (task: () => Promise<void>): void => {
    retryUntil(ports, 'preserved outbox', task, () => isClosed).catch(() => undefined)
  }
  const offer = async () => {
    if ((await preservedOutbox.read(userId)).length > 0)
      await untilValue(connection, ({ status }) => status === 'connected')
    isOffering = true
    show(await preservedOutbox.drop(userId, needsNoDecision))
  }
  retryStorage(offer)
  tabs.messages$.pipe(untilLogCloses(log)).subscribe((message) => {
    if (message.type === 'preserved-outbox-settled' && message.account === userId) retryStorage(refresh)
  })

  /** Changes the preserved outbox in one tab at a time. Rejects if the storage fails. */
  async function change(work: () => Promise<unknown>): Promise<void> {
    await holdOrSteal(ports, `preserved-outbox-${userId}`, new AbortController().signal, async () => {
      await work()
      await refresh()
    })
    tabs.post({ type: 'preserved-outbox-settled', account: userId })
  }

  /** Changes the preserved outbox. Never rejects: a failure of the storage is reported and returned. */
  async function changeWithOutcome(work: () => Promise<unknown>): Promise<Outcome> {
    try {
      await change(work)
    } catch (cause) {
      ports.report.fault({ kind: 'preserved outbox', detail: 'could not be changed', cause })
      return rejectedBecause({ key: failureKey.generic })
    }
    return done
  }

  const discardAll = (shown: readonly UnsentMessage[]) => {
    const ids = new Set(shown.map(({ clientId }) => clientId))
    return changeWithOutcome(() => preservedOutbox.drop(userId, ({ clientId }) => ids.has(clientId)))
  }
  const preserve = (lost: readonly UnsentMessage[]) =>
    retryStorage(() => change(() => preservedOutbox.add(userId, lost)))
  log.appended$.subscribe(lostToRemovals(log, preserve))

  return {
    messages,
    undeliverable,
    send: () =>
      changeWithOutcome(async () => {
        await log.catchUp()
        const preserved = await preservedOutbox.drop(userId, needsNoDecision)
        await preservedOutbox.restore(userId, preserved.filter(isDeliverable), log, serverTime.now())
      }),
    discard: () => discardAll(messages.get()),
    discardUndeliverable: () => discardAll(undeliverable.get()),
    keepUndeliverable(conversationId, attachments, text) {
      const lost = (type: MessageType, body: string, attachment?: Attachment): UnsentMessage => ({
        clientId: clientId(randomId(ports.random)),
        conversationId,
        type,
        body,
        attachment,
        quote: undefined,
        submittedAt: serverTime.now(),
        attempt: 1,
        state: 'failed',
      })
      const files = attachments.map(({ kind, attachment }) => lost(messageTypeOf(kind), '', attachment))
      const messages = text === '' ? files : [...files, lost('txt', text)]
      return changeWithOutcome(() => preservedOutbox.add(userId, messages))
    },
  }
}

/**
 * Returns a function that receives the appended events and calls `onLost` in the leader tab with the unsent messages
 * of removed conversations. The events are folded already, so it remembers the outbox before them.
 */
function lostToRemovals(
  log: Pick<AccountCore['log'], 'isLeading' | 'outbox'>,
  onLost: (messages: readonly UnsentMessage[]) => void,
) {
  let before = log.outbox.get().messages
  /** Messages whose texts the server rejected for good and that are in the draft now [LIFE-15], which goes too. */
  let returned: readonly UnsentMessage[] = []
  const followDraft = ({ stream, data }: LogEventOf<'DraftSaved'>, discarded: ReadonlySet<ClientId>) => {
    const back = before.find(
      (one) =>
        one.conversationId === stream &&
        discarded.has(one.clientId) &&
        one.body === data.returned &&
        !returned.includes(one),
    )
    if (back) returned = [...returned, back]
    else if (!data.returned) returned = returned.filter((one) => one.conversationId !== stream)
  }
  return (events: readonly LogEvent[]) => {
    const { messages } = log.outbox.get()
    // One decision discards the message and returns its text to the draft.
    const discarded = new Set(
      events.flatMap((event) => (event.type === 'MessageDiscarded' ? event.data.clientId : [])),
    )
    for (const event of events) if (event.type === 'DraftSaved') followDraft(event, discarded)
    const removed = new Set(
      events.filter(({ type }) => type === 'ConversationRemoved').map(({ stream }) => stream),
    )
    if (removed.size > 0 && log.isLeading()) {
      const queued = messages.map(({ clientId }) => clientId)
      // Sent just before the removal. A later deletion of it would not be announced here.
      const sent = events.flatMap((event) => confirmedIdsIn(event)?.clientId ?? [])
      const known = new Set([...queued, ...sent])
      const lost = [...before, ...returned].filter(
        ({ clientId, conversationId }) => removed.has(conversationId) && !known.has(clientId),
      )
      if (lost.length > 0) onLost(lost)
    }
    before = messages
  }
}
