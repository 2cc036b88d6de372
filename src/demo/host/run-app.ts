import type { Client } from '#client/client.ts'
import { readEnvironment } from '#schemas/env/environment.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createBrowserClient, findDatabase } from '#src/app/browser-client.ts'
import { BadEnvironmentError } from '#src/app/load-environment.ts'
import type { Page } from '#src/app/page.ts'
import type { FaultRing } from '#src/app/ports/report.ts'
import { startApp } from '#src/app/start.tsx'
import { openStorage } from '#streams/storage/open-storage.ts'

export interface AppRun {
  readonly root: Element
  readonly page: Page
  /** Receives faults for the diagnostics. */
  readonly report: FaultRing
  /** The owner of a fresh world, who is signed in; undefined continues from the stored account. */
  readonly owner: StoredAccount | undefined
}

/** Starts the unchanged app. */
export async function runApp({ root, page, report, owner }: AppRun): Promise<Client> {
  const environment = readEnvironment({ brand: { key: 'default' } })
  if (environment === undefined) throw new BadEnvironmentError('the configuration does not fit its schema')
  await Promise.all([page.translation.activate(page.locale), owner && storeOwner(owner)])
  const isEmbedded = page.host.get().embeddedIn !== undefined
  const { client, diagnostics } = await createBrowserClient({
    environment,
    locale: page.locale,
    isEmbedded,
    report,
    translation: page.translation,
  })
  await startApp({ root, page, client, environment, diagnostics, faults: report.list })
  return client
}

async function storeOwner(owner: StoredAccount): Promise<void> {
  const { accounts } = openStorage(findDatabase())
  await accounts.put(owner)
  await accounts.choose(owner.userId)
}

/** Resolves when the first screen is visible: the conversation list, or the sign-in. */
export function untilFirstScreen(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = []
    let isWatched = false
    const check = () => {
      const account = client.account.get()
      if (account && !isWatched) {
        isWatched = true
        ends.push(account.hasLoadedConversations.subscribe(check))
      }
      const isSignedOut = client.authentication.view.get().status === 'signed-out'
      if (!isSignedOut && account?.hasLoadedConversations.get() !== true) return
      for (const end of ends) end()
      resolve()
    }
    ends.push(client.account.subscribe(check), client.authentication.view.subscribe(check))
    check()
  })
}
