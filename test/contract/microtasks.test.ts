import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContractHost } from './contract-host.ts'
import { openInProcessHost } from './in-process-host.ts'
import { befriendInConversation, connect, refreshed, sendText, settle, signUp } from './people.ts'

let host: ContractHost
beforeAll(async () => {
  host = await openInProcessHost()
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => host.close())

/** Far more than needed; a turn of the event loop would never happen in between. */
const enoughMicrotasks = 1_000_000

it('the backend settles on microtasks only, so that a simulation can run it in virtual time', async () => {
  let outcome: unknown
  const chat = async () => {
    const [ann, ben] = [await signUp(host), await signUp(host)]
    const conversation = await befriendInConversation(host, ann, ben)
    const socket = await connect(host, await refreshed(host, ben))
    await sendText(host, ann, conversation, 'hello')
    await settle(socket, ben)
    await host.sweep()
    socket.close()
    return 'settled'
  }
  chat().then(
    (value) => {
      outcome = value
    },
    (cause: unknown) => {
      outcome = cause
    },
  )
  for (let count = 0; count < enoughMicrotasks && outcome === undefined; count++) await undefined
  expect(outcome).toBe('settled')
})
