import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, refusedBecause } from '#domain/http/refusal.ts'
import { confirmationIn } from '#domain/message/erase-event.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ClientId } from '#schemas/ids.ts'
import { holdOrTake } from '#streams/cross-tab/hold-or-take.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, untilValue } from '#streams/readable.ts'
import type { KeptOperations } from './client.ts'

interface KeptCore
  extends Pick<AccountCore, 'connection' | 'kept' | 'log' | 'serverTime' | 'tabs' | 'userId'> {
  readonly ports: Pick<Ports, 'clock' | 'locks' | 'report'>
}

/**
 * What a forced sign-out of this account left unsent, until a person decides in one of its tabs (DEC-115). It is offered once
 * all that was missed is here: nobody is asked about what the server had taken after all, about what is on its way again
 * because the tab that was told to send it died over it, nor about what has no conversation any more, for that takes along
 * what is unsent in it. Tabs take turns in doing what was decided: what one has sent, another finds gone.
 */
export function createKeptOperations(core: KeptCore): KeptOperations {
  const { connection, kept, log, ports, serverTime, tabs, userId } = core
  const messages = createWritable<readonly UnsentMessage[]>([])
  const taken = new Set<ClientId>()

  const noting = log.appended$.subscribe((events) => {
    for (const event of events) {
      const confirmation = confirmationIn(event)
      if (confirmation) taken.add(confirmation.clientId)
    }
  })
  const isOnItsWay = (clientId: ClientId) =>
    log.outbox.get().messages.some((message) => message.clientId === clientId)
  const isOver = ({ clientId, conversationId }: UnsentMessage) =>
    taken.has(clientId) || isOnItsWay(clientId) || log.knowledge(conversationId) === undefined
  const offer = async () => {
    if ((await kept.read(userId)).length > 0) {
      await untilValue(connection, ({ status }) => status === 'connected')
      messages.set(await kept.drop(userId, isOver))
    }
    if (messages.get().length === 0) noting.unsubscribe()
  }
  offer().catch((cause: unknown) => {
    ports.report.fault({ kind: 'kept messages', detail: 'could not be read', cause })
  })
  const settled = () => {
    noting.unsubscribe()
    messages.set([])
  }
  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === 'kept-messages-settled' && message.account === userId) settled()
  })
  // The log completes when it closes.
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })

  async function settle(work: () => Promise<void>): Promise<Outcome> {
    try {
      await holdOrTake(ports, `kept-${userId}`, new AbortController().signal, work)
    } catch (cause) {
      ports.report.fault({ kind: 'kept messages', detail: 'could not be settled', cause })
      return refusedBecause({ key: failureKey.generic })
    }
    settled()
    tabs.post({ type: 'kept-messages-settled', account: userId })
    return done
  }

  return {
    messages,
    send: () =>
      settle(async () => {
        await log.catchUp()
        await kept.drop(userId, isOver)
        await kept.restore(userId, log, serverTime.now())
      }),
    discard: () => settle(() => kept.forget(userId)),
  }
}
