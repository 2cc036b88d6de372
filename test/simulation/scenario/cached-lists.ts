import type { Client } from '#client/client.ts'
import { forEachAccount } from './each-account.ts'

/** Each tab draws its list for the next start as the app does: every text of it, so that none may be left there that is gone. */
export const cacheLists = (client: Client): void =>
  forEachAccount(client, (account) => {
    account.captureListWith((conversations) =>
      JSON.stringify(conversations.map(({ id, draft, lastMessage }) => [id, draft, lastMessage?.body])),
    )
  })
