import { connectClient, type LoadClient } from './load-client.ts'
import type { LoadIdentity } from './people.ts'

/** A frame as a recipient got it, with the client id of its message. */
export interface SampleFrame {
  readonly clientMessageId: string
  readonly text: string
}

/** The result of one load on a group. */
export interface FanOutResult {
  /** The time from the sender's socket to the last recipient's, ms, for each message. */
  readonly latencies: readonly number[]
  readonly sample: SampleFrame
}

export interface FanOutLoad {
  readonly messages: number
  /** Messages that are sent before the oldest of them has arrived everywhere. */
  readonly inFlight: number
}

/** Ids of different loads differ, because a server recognizes a repeated one. */
let loads = 0

/**
 * Makes the first socket send messages, and waits until each is at all other sockets.
 * @param members an identity per socket; undefined for a server without sign-in
 * @param template the frame to send instead of a message, with the client id of each message in its place
 */
export async function runFanOut(
  address: string,
  members: readonly (LoadIdentity | undefined)[],
  { messages, inFlight }: FanOutLoad,
  template?: SampleFrame,
): Promise<FanOutResult> {
  loads += 1
  const load = loads
  const waiting = new Map<string, { readonly sentAt: number; missing: number }>()
  const latencies: number[] = []
  const clients: LoadClient[] = []
  let sample: SampleFrame | undefined
  let sent = 0
  let done = () => {}
  let refused = (_id: string) => {}
  const all = new Promise<void>((resolve, reject) => {
    done = resolve
    refused = (id) => reject(new Error(`${id} was refused`))
  })
  const send = () => {
    if (sent === messages) return
    sent += 1
    const id = `f${load}m${sent}`.padEnd(20, 'x')
    waiting.set(id, { sentAt: performance.now(), missing: members.length - 1 })
    clients[0]?.send(id)
  }
  const received = (clientMessageId: string, text: string) => {
    sample ??= { clientMessageId, text }
    const message = waiting.get(clientMessageId)
    if (!message) return
    message.missing -= 1
    if (message.missing > 0) return
    latencies.push(performance.now() - message.sentAt)
    if (latencies.length === messages) done()
    else send()
  }
  const frameOf = template
    ? (id: string) => template.text.replaceAll(template.clientMessageId, id)
    : undefined
  await Promise.all(
    members.map(async (member, at) => {
      clients[at] = await connectClient(address, member, { taken: () => {}, refused, received }, frameOf)
    }),
  )
  for (let count = 0; count < inFlight; count += 1) send()
  await all
  for (const client of clients) client.close()
  if (!sample) throw new Error('no message arrived')
  return { latencies, sample }
}
