import type { Client } from '#client/client.ts'
import { forEachAccount } from './each-account.ts'

/**
 * Renders each tab's cached list snapshot as the app does, with all its texts, so that erased texts in it are found.
 */
export const cacheLists = (client: Client): void =>
  forEachAccount(client, (account) => {
    account.captureListWith((conversations) =>
      JSON.stringify(conversations.map(({ id, draft, lastMessage }) => [id, draft, lastMessage?.body])),
    )
  })
