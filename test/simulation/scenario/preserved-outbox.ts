import type { Client } from '#client/client.ts'
import { forEachAccount } from './each-account.ts'

/** Sends the preserved outbox of a forced sign-out immediately, in each tab that offers it (DEC-115). */
export const sendPreservedOutbox = (client: Client): void =>
  forEachAccount(client, ({ preservedOutbox }) => {
    preservedOutbox.messages.subscribe(() => {
      if (preservedOutbox.messages.get().length > 0) void preservedOutbox.send()
    })
  })
