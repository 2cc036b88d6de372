import type { Client } from '#client/client.ts'
import { shownAs } from './attachments.ts'
import { forEachAccount } from './each-account.ts'

/**
 * Sends the preserved outbox of a forced sign-out immediately, in each tab that offers it (DEC-115).
 * @param sending receives the ledger's names of the messages
 */
export const sendPreservedOutbox = (client: Client, sending: (texts: readonly string[]) => void): void =>
  forEachAccount(client, ({ preservedOutbox }) => {
    preservedOutbox.messages.subscribe(() => {
      const messages = preservedOutbox.messages.get()
      if (messages.length === 0) return
      sending(messages.map(shownAs))
      void preservedOutbox.send()
    })
  })
