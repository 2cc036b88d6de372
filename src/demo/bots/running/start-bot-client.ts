import type { AccountClient, Client } from '#client/client.ts'
import { createClient } from '#client/create-client.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Locale } from '#src/app/locales.ts'
import type { Readable } from '#streams/readable.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { type BotPortOptions, createBotPorts } from '../ports/create-bot-ports.ts'

/** Never resolved: the ports pass every request and frame to the server in this process. */
const origin = 'https://demo.invalid'

/** Starts a whole client in memory that is signed in from the start. */
export async function startClient(
  stored: StoredAccount,
  locale: Locale,
  options: Omit<BotPortOptions, 'storage'>,
): Promise<Client> {
  const storage = createMemoryDisk().storage()
  await storage.accounts.put(stored)
  await storage.accounts.choose(stored.userId)
  return createClient(createBotPorts({ ...options, storage }), {
    environment: {
      apiEndpoints: [],
      fileUploadEndpoints: [],
      websocketEndpoints: [],
      brand: { key: '' },
      env: 'demo',
    },
    origin,
    locale,
    deviceType: 'web',
    version: '0.0.0',
  })
}

/** Calls back with the account when it is signed in. Returns the function that cancels the wait. */
export function whenSignedIn(client: Client, callback: (account: AccountClient) => void): () => void {
  return whenReady(client.account, (account) => account, callback)
}

/** Calls back once, when `read` returns a value. Returns the function that cancels the wait. */
export function whenReady<Value, Found>(
  readable: Readable<Value>,
  read: (value: Value) => Found | undefined,
  callback: (found: Found) => void,
): () => void {
  let isDone = false
  const look = () => {
    const found = isDone ? undefined : read(readable.get())
    if (found === undefined) return
    isDone = true
    callback(found)
  }
  const unsubscribe = readable.subscribe(look)
  look()
  return () => {
    isDone = true
    unsubscribe()
  }
}
