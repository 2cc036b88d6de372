import type { AccountClient, Client } from '#client/client.ts'

/** Runs once for each account that a client opens. */
export function forEachAccount(client: Client, act: (account: AccountClient) => void): void {
  const known = new WeakSet<AccountClient>()
  client.account.subscribe(() => {
    const account = client.account.get()
    if (!account || known.has(account)) return
    known.add(account)
    act(account)
  })
}
