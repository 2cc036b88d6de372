import type { AccountClient, Client } from '#machines/client/client.ts'

/** Each tab draws its list for the next start as the app does: every text of it, so that none may be left there that is gone. */
export function drawLists(client: Client): void {
  const known = new WeakSet<AccountClient>()
  client.account.subscribe(() => {
    const account = client.account.get()
    if (!account || known.has(account)) return
    known.add(account)
    account.drawFirstPaint((conversations) =>
      JSON.stringify(conversations.map(({ id, draft, lastMessage }) => [id, draft, lastMessage?.body])),
    )
  })
}
