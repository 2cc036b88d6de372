// The other people of the server: calls and files of one person, measured in a thread of its own so that the attacker's
// work does not count.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { callAs } from './people.mjs'

/**
 * Starts the thread. `measure(ms)` resolves with the 99th percentile of the time to an answer, ms, and the failed
 * requests.
 */
export async function watchOthers(url, victim) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, victim } })
  return {
    measure: (ms) =>
      new Promise((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.postMessage(ms)
      }),
    stop: () => thread.terminate(),
  }
}

if (!isMainThread) {
  const { url, victim } = workerData
  const requests = [
    async () => (await callAs(url, victim, '/GetUserInfo')).Code === 0,
    async () =>
      (await callAs(url, victim, '/GetChatData', { ChatSessionID: victim.conversation, Status: 2 })).Code ===
      0,
    async () => {
      const response = await fetch(`${url}${victim.picture}`, {
        headers: { 'X-Forwarded-For': victim.address },
      })
      return response.ok && (await response.arrayBuffer()).byteLength > 0
    },
  ]
  parentPort.on('message', async (ms) => {
    const times = []
    let failed = 0
    for (const end = Date.now() + ms; Date.now() < end; ) {
      const start = performance.now()
      const isFine = await Promise.all(requests.map((request) => request().catch(() => false)))
      times.push(Math.round(performance.now() - start))
      failed += isFine.filter((one) => !one).length
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    times.sort((left, right) => left - right)
    parentPort.postMessage({ p99: times[Math.floor(times.length * 0.99)] ?? 0, failed, count: times.length })
  })
}
