import { visit } from '../browser/profile.ts'
import { ratioAbove, ratioAtLeast } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { ingestSize, takeInOnce } from './ingest.ts'

declare global {
  interface Window {
    /** Provided by the page of another client. Ingests messages and resolves with ms. */
    takeIn(count: number): Promise<number>
  }
}

/** Measures how fast another client's page ingests the same number, messages per second. */
const rateOfPeer = (bench: Bench, peer: string, size: number): Promise<number> =>
  bench.withNewBrowser((context) =>
    visit(context, `${bench.host.address}/bench/peers/${peer}.html`, async (page) => {
      await page.waitForFunction(() => 'takeIn' in window)
      return (size / (await page.evaluate((count) => window.takeIn(count), size))) * 1000
    }),
  )

const peers = [
  { name: 'stream-chat', target: ratioAbove(1) },
  { name: 'matrix-js-sdk', target: ratioAtLeast(3) },
  { name: 'rxdb', target: undefined },
]

/** Ingest, compared with other clients: durable and indexed here, in memory there except for RxDB. */
const againstPeers: Measure = {
  names: peers.map(({ name }) => `ingest-vs-${name}`),
  async run(bench) {
    const size = ingestSize(bench)
    const ours: number[] = []
    const theirs = new Map<string, number[]>(peers.map(({ name }) => [name, []]))
    for (let round = bench.times(5); round > 0; round -= 1) {
      ours.push(await takeInOnce(bench, size))
      for (const [name, rates] of theirs) rates.push(await rateOfPeer(bench, name, size))
    }
    const common = { size, unit: 'messages/s', isMoreBetter: true, samples: ours }
    return peers.map(({ name, target }) => ({
      ...common,
      name: `ingest-vs-${name}`,
      reference: theirs.get(name) ?? [],
      ...(target && { target }),
    }))
  },
}

export const peerMeasures: readonly Measure[] = [againstPeers]
