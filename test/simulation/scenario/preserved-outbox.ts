import type { Client } from '#client/client.ts'
import { shownAs } from './attachments.ts'
import { forEachAccount } from './each-account.ts'

/**
 * Decides about preserved messages immediately, in each tab that offers them: sends those of a forced sign-out
 * (DEC-115), and discards those of removed conversations (DEC-230).
 * @param sending receives the ledger's names of the messages that are sent
 */
export const settlePreservedOutbox = (client: Client, sending: (texts: readonly string[]) => void): void =>
  forEachAccount(client, ({ preservedOutbox }) => {
    preservedOutbox.messages.subscribe(() => {
      const messages = preservedOutbox.messages.get()
      if (messages.length === 0) return
      sending(messages.map(shownAs))
      void preservedOutbox.send()
    })
    preservedOutbox.undeliverable.subscribe(() => {
      if (preservedOutbox.undeliverable.get().length > 0) void preservedOutbox.discardUndeliverable()
    })
  })
