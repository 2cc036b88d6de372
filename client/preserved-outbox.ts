import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import { confirmedIdsIn } from '#domain/message/erase-event.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ClientId } from '#schemas/ids.ts'
import { holdOrSteal } from '#streams/cross-tab/locks.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Readable, untilValue } from '#streams/readable.ts'

/** Messages that a forced sign-out left unsent, offered until the user decides or 7 days have passed (DEC-115). */
export interface PreservedOutboxOperations {
  /** Empty once the user decided, in any tab. */
  readonly messages: Readable<readonly UnsentMessage[]>
  /** Queues them like new messages. The idempotency key prevents a duplicate if the server already has one. */
  send(): Promise<Outcome>
  discard(): Promise<Outcome>
}

interface PreservedOutboxCore
  extends Pick<AccountCore, 'connection' | 'preservedOutbox' | 'log' | 'serverTime' | 'tabs' | 'userId'> {
  readonly ports: Pick<Ports, 'clock' | 'locks' | 'report'>
}

/**
 * Creates the operations on the preserved outbox. It is offered after the missed messages are loaded, and without
 * messages that need no decision: the server has them already, the outbox sends them again because a tab closed during
 * `send`, or their conversation was removed. A lock serializes the tabs, so that only one of them acts on a message.
 */
export function createPreservedOutboxOperations(core: PreservedOutboxCore): PreservedOutboxOperations {
  const { connection, preservedOutbox, log, ports, serverTime, tabs, userId } = core
  const messages = createWritable<readonly UnsentMessage[]>([])
  const acknowledged = new Set<ClientId>()

  const watchingAcknowledgements = log.appended$.subscribe((events) => {
    for (const event of events) {
      const confirmation = confirmedIdsIn(event)
      if (confirmation) acknowledged.add(confirmation.clientId)
    }
  })
  const isQueued = (clientId: ClientId) =>
    log.outbox.get().messages.some((message) => message.clientId === clientId)
  const needsNoDecision = ({ clientId, conversationId }: UnsentMessage) =>
    acknowledged.has(clientId) || isQueued(clientId) || log.syncState(conversationId) === undefined
  const offer = async () => {
    if ((await preservedOutbox.read(userId)).length > 0) {
      await untilValue(connection, ({ status }) => status === 'connected')
      messages.set(await preservedOutbox.drop(userId, needsNoDecision))
    }
    if (messages.get().length === 0) watchingAcknowledgements.unsubscribe()
  }
  offer().catch((cause: unknown) => {
    ports.report.fault({ kind: 'preserved outbox', detail: 'could not be read', cause })
  })
  const clear = () => {
    watchingAcknowledgements.unsubscribe()
    messages.set([])
  }
  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === 'preserved-outbox-settled' && message.account === userId) clear()
  })
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })

  async function finish(work: () => Promise<void>): Promise<Outcome> {
    try {
      await holdOrSteal(ports, `preserved-outbox-${userId}`, new AbortController().signal, work)
    } catch (cause) {
      ports.report.fault({ kind: 'preserved outbox', detail: 'could not be sent or discarded', cause })
      return rejectedBecause({ key: failureKey.generic })
    }
    clear()
    tabs.post({ type: 'preserved-outbox-settled', account: userId })
    return done
  }

  return {
    messages,
    send: () =>
      finish(async () => {
        await log.catchUp()
        await preservedOutbox.drop(userId, needsNoDecision)
        await preservedOutbox.restore(userId, log, serverTime.now())
      }),
    discard: () => finish(() => preservedOutbox.forget(userId)),
  }
}
