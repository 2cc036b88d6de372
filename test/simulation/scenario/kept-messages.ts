import type { Client } from '#client/client.ts'
import { withEachAccount } from './each-account.ts'

/** The person sends at once whatever a forced sign-out left unsent, in each tab that offers it (DEC-115). */
export const sendWhatWasKept = (client: Client): void =>
  withEachAccount(client, ({ kept }) => {
    kept.messages.subscribe(() => {
      if (kept.messages.get().length > 0) void kept.send()
    })
  })
