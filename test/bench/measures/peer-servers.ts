import { type Metric, ratioAtLeast, ratioAtMost } from '../metrics/metric.ts'
import { percentile } from '../metrics/statistics.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { type ConnectSocket, type LoadResult, runLoad, runLoadOn } from '../server/load.ts'
import type { LoadClient, LoadHandlers } from '../server/load-client.ts'
import { makePairs } from '../server/people.ts'
import { startProgram } from '../server/start-program.ts'
import { connectXmpp } from '../server/xmpp-client.ts'
import { isInstalled, startEjabberd, startProsody, type XmppServer } from '../server/xmpp-server.ts'

/** 32 pairs, each person with one message in flight. */
const load = { sockets: 64, messages: 6_400 }
const text = 'so we meet before the train leaves tomorrow'

type Durability = 'power' | 'process'

/**
 * Connects to an XMPP server. The sender of a message counts as acknowledged when its peer has it, because XMPP
 * acknowledges nothing.
 */
function xmppSockets(port: number): ConnectSocket {
  const senders = new Map<string, LoadHandlers>()
  const known = new Set<number>()
  return async (at, handlers) => {
    const client = await connectXmpp(
      port,
      { name: `u${at}`, peer: `u${at ^ 1}`, isNew: !known.has(at) },
      text,
      {
        received(id, frame) {
          handlers.received(id, frame)
          senders.get(id)?.taken(id)
          senders.delete(id)
        },
      },
    )
    known.add(at)
    return {
      close: client.close,
      send(id) {
        senders.set(id, handlers)
        client.send(id)
      },
    } satisfies LoadClient
  }
}

/** The same one-to-one messages on our server and on another one, in turn, at the same durability. */
async function loadBoth(bench: Bench, durability: Durability, start: () => Promise<XmppServer>) {
  const { sockets, messages } = load
  const ours: LoadResult[] = []
  const theirs: LoadResult[] = []
  const server = await startProgram('quick-to-join', { DURABILITY: durability })
  try {
    const people = await makePairs(server.address, sockets)
    const xmpp = await start()
    try {
      const connect = xmppSockets(xmpp.port)
      for (let round = bench.times(4); round > 0; round -= 1) {
        ours.push(await runLoad(server.address, people, messages))
        theirs.push(await runLoadOn(connect, sockets, messages))
      }
    } finally {
      await xmpp.dispose()
    }
  } finally {
    await server.dispose()
  }
  // The first load of each warms it up.
  return { ours: ours.slice(1), theirs: theirs.slice(1) }
}

type StartAt = (durability: Durability) => Promise<XmppServer>

/** Rows by durability: messages per second, and the 99th percentile from one socket to the other. */
const against = (name: 'ejabberd' | 'prosody', start: StartAt): Measure => ({
  names: (['power', 'process'] as const).flatMap((durability) => [
    `vs-${name}-${durability}`,
    `vs-${name}-${durability}-p99`,
  ]),
  async run(bench) {
    // Starting it takes most of the time of a smoke run.
    if (bench.isSmoke) return []
    if (!isInstalled(name)) {
      bench.tell(`  not measured: install Debian's package ${name}`)
      return []
    }
    const metrics: Metric[] = []
    for (const durability of ['power', 'process'] as const) {
      const { ours, theirs } = await loadBoth(bench, durability, () => start(durability))
      const rateOf = ({ rate }: LoadResult) => rate
      const p99Of = ({ latencies }: LoadResult) => percentile(latencies, 0.99)
      metrics.push(
        {
          ...{ name: `vs-${name}-${durability}`, size: load.sockets, unit: 'messages/s', isMoreBetter: true },
          ...{ samples: ours.map(rateOf), reference: theirs.map(rateOf), target: ratioAtLeast(1.2) },
        },
        {
          ...{ name: `vs-${name}-${durability}-p99`, size: load.sockets, unit: 'ms' },
          ...{ samples: ours.map(p99Of), reference: theirs.map(p99Of), target: ratioAtMost(1) },
        },
      )
    }
    return metrics
  },
})

export const peerServerMeasures: readonly Measure[] = [
  against('ejabberd', (durability) => startEjabberd(durability === 'power')),
  against('prosody', (durability) => startProsody(durability === 'power' ? 'sql' : 'internal')),
]
