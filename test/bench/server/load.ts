import { connectClient, type LoadClient, type LoadHandlers } from './load-client.ts'
import type { LoadIdentity } from './people.ts'

/** The result of one load on a server. */
export interface LoadResult {
  /** Messages per second. */
  readonly rate: number
  /** The time from one socket to the other, ms, for each message. */
  readonly latencies: readonly number[]
}

/** Ids of different loads differ, because a server recognizes a repeated one. */
let loads = 0

/** Messages in flight over all sockets, at least one each. */
const inFlight = 64

/** Connects the socket with this number. */
export type ConnectSocket = (at: number, handlers: LoadHandlers) => Promise<LoadClient>

/** Makes every identity send its part of `messages` to our server or to one that speaks like ours. */
export const runLoad = (
  address: string,
  identities: readonly (LoadIdentity | undefined)[],
  messages: number,
): Promise<LoadResult> =>
  runLoadOn((at, handlers) => connectClient(address, identities[at], handlers), identities.length, messages)

/**
 * Makes every socket send its part of `messages`, each after the acknowledgement of the one before. With a single
 * socket a message counts as delivered when it is acknowledged, otherwise when the peer receives it.
 */
export async function runLoadOn(
  connect: ConnectSocket,
  sockets: number,
  messages: number,
): Promise<LoadResult> {
  loads += 1
  const load = loads
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  const isAlone = sockets === 1
  const each = Math.ceil(messages / sockets)
  let done = () => {}
  let refused = (_id: string) => {}
  const all = new Promise<void>((resolve, reject) => {
    done = resolve
    refused = (id) => reject(new Error(`${id} was refused`))
  })
  const out = (id: string) => {
    latencies.push(performance.now() - (sentAt.get(id) ?? 0))
    if (latencies.length === each * sockets) done()
  }

  const clients: LoadClient[] = []
  const left = Array.from({ length: sockets }, () => each)
  const write = (at: number) => {
    const rest = left[at] ?? 0
    if (rest === 0) return
    left[at] = rest - 1
    const id = `l${load}c${at}m${rest}`.padEnd(20, 'x')
    sentAt.set(id, performance.now())
    clients[at]?.send(id)
  }
  const open = async (at: number) => {
    const taken = (id: string) => {
      if (isAlone) out(id)
      write(at)
    }
    clients[at] = await connect(at, { taken, refused, received: out })
  }
  await Promise.all([...left.keys()].map(open))
  const start = performance.now()
  const atOnce = Math.max(1, Math.floor(inFlight / sockets))
  for (const at of left.keys()) for (let count = 0; count < atOnce; count += 1) write(at)
  await all
  const rate = (latencies.length * 1000) / (performance.now() - start)
  for (const client of clients) client.close()
  return { rate, latencies }
}
