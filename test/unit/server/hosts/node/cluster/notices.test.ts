import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { connectNotices } from '#server/hosts/node/cluster/notices.ts'

/** A NATS server that hangs up on everyone. */
async function openClosedDoor() {
  let attempts = 0
  let onAttempt = () => {}
  const server = createServer((socket) => {
    attempts += 1
    socket.on('error', () => {}).destroy()
    onAttempt()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `nats://127.0.0.1:${port}`,
    attempts: () => attempts,
    /** Resolves after this number of attempts. */
    attempted: (count: number) =>
      new Promise<void>((resolve) => {
        onAttempt = () => {
          if (attempts >= count) resolve()
        }
        onAttempt()
      }),
    close: () => server.close(),
  }
}

it('notices that are closed before their first connection make no further attempts', async () => {
  const [door, other] = [await openClosedDoor(), await openClosedDoor()]
  const faults: string[] = []
  const report = { report: ({ detail }: { readonly detail: string }) => void faults.push(detail) }
  const notices = await connectNotices(door.url, report)
  await door.attempted(2)
  await notices.close()
  const made = door.attempts()
  // Others that still try show how much time has passed.
  const patient = await connectNotices(other.url, report)
  await other.attempted(4)
  expect(door.attempts()).toBe(made)
  expect(faults).toEqual(Array(2).fill('NATS cannot be reached; this node polls'))
  await patient.close()
  door.close()
  other.close()
})
