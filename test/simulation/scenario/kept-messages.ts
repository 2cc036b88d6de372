import type { AccountClient, Client } from '#machines/client/client.ts'

/** The person sends at once whatever a forced sign-out left unsent, in each tab that offers it (DEC-115). */
export function sendWhatWasKept(client: Client): void {
  const known = new WeakSet<AccountClient>()
  client.account.subscribe(() => {
    const account = client.account.get()
    if (!account || known.has(account)) return
    known.add(account)
    account.kept.messages.subscribe(() => {
      if (account.kept.messages.get().length > 0) void account.kept.send()
    })
  })
}
