import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, refusedBecause } from '#domain/http/refusal.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { createSource } from '#streams/readable.ts'
import type { KeptOperations } from './client.ts'

/** What a forced sign-out of this account left unsent, until a person decides in one of its tabs (DEC-115). */
export function createKeptOperations(core: AccountCore): KeptOperations {
  const { kept, log, ports, serverTime, tabs, userId } = core
  const messages = createSource<readonly UnsentMessage[]>([])

  kept.read(userId).then(messages.set, (cause: unknown) => {
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
    send: () => settle(() => kept.restore(userId, log, serverTime.now())),
    discard: () => settle(() => kept.forget(userId)),
  }
}
