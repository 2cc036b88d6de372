import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, refusedBecause } from '#domain/http/refusal.ts'
import { confirmationIn } from '#domain/message/erase-event.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ClientId } from '#schemas/ids.ts'
import { createSource, untilValue } from '#streams/readable.ts'
import type { KeptOperations } from './client.ts'

/**
 * What a forced sign-out of this account left unsent, until a person decides in one of its tabs (DEC-115). It is offered once
 * all that was missed is here: nobody is asked about what the server had taken after all, nor about what has no conversation
 * any more, for that takes along what is unsent in it.
 */
export function createKeptOperations(core: AccountCore): KeptOperations {
  const { connection, kept, log, ports, serverTime, tabs, userId } = core
  const messages = createSource<readonly UnsentMessage[]>([])
  const taken = new Set<ClientId>()

  const noting = log.appended$.subscribe((events) => {
    for (const event of events) {
      const confirmation = confirmationIn(event)
      if (confirmation) taken.add(confirmation.clientId)
    }
  })
  const isOver = ({ clientId, conversationId }: UnsentMessage) =>
    taken.has(clientId) || log.knowledge(conversationId) === undefined
  const offer = async () => {
    if ((await kept.read(userId)).length > 0) {
      await untilValue(connection, ({ status }) => status === 'connected')
      messages.set(await kept.drop(userId, isOver))
    }
    noting.unsubscribe()
  }
  offer().catch((cause: unknown) => {
    ports.report.fault({ kind: 'kept messages', detail: 'could not be read', cause })
  })
  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === 'kept-messages-settled' && message.account === userId) messages.set([])
  })
  // The log completes when it closes.
  log.appended$.subscribe({ complete: () => listening.unsubscribe() })

  async function settle(work: () => Promise<void>): Promise<Outcome> {
    try {
      await work()
    } catch (cause) {
      ports.report.fault({ kind: 'kept messages', detail: 'could not be settled', cause })
      return refusedBecause({ key: failureKey.generic })
    }
    messages.set([])
    tabs.post({ type: 'kept-messages-settled', account: userId })
    return done
  }

  return {
    messages,
    send: () =>
      settle(async () => {
        await kept.drop(userId, isOver)
        await kept.restore(userId, log, serverTime.now())
      }),
    discard: () => settle(() => kept.forget(userId)),
  }
}
