import type { Client } from '#client/client.ts'
import { forEachAccount } from './each-account.ts'

/** The person sends at once whatever a forced sign-out left unsent, in each tab that offers it (DEC-115). */
export const sendPreservedOutbox = (client: Client): void =>
  forEachAccount(client, ({ kept }) => {
    kept.messages.subscribe(() => {
      if (kept.messages.get().length > 0) void kept.send()
    })
  })
