// Measures calls and files of one ordinary person, in a separate thread so that the attacker's work does not count.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { callAs } from './people.mjs'

/**
 * Starts the thread. `measure(ms)` resolves with 99th percentiles, ms: of the time until `all` requests (two calls and
 * a `file`) are answered, and until the file is. It also has the numbers of measurements and of failed requests.
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
  const getFile = async () => {
    const response = await fetch(`${url}${victim.picture}`, {
      headers: { 'X-Forwarded-For': victim.address },
    })
    return response.ok && (await response.arrayBuffer()).byteLength > 0
  }
  const requests = [
    async () => (await callAs(url, victim, '/GetUserInfo')).Code === 0,
    // A cheap call, so that the victim stays within the limits of an account.
    async () =>
      (await callAs(url, victim, '/GetChatSessionByID', { ChatSessionID: victim.conversation })).Code === 0,
    getFile,
  ]
  const timed = async (request) => {
    const start = performance.now()
    const isFine = await request().catch(() => false)
    return { isFine, time: performance.now() - start }
  }
  const p99 = (times) => {
    const sorted = times.toSorted((left, right) => left - right)
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
  }
  parentPort.on('message', async (ms) => {
    const rounds = []
    for (const end = Date.now() + ms; Date.now() < end; ) {
      rounds.push(await Promise.all(requests.map(timed)))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    parentPort.postMessage({
      all: p99(rounds.map((round) => Math.max(...round.map(({ time }) => time)))),
      file: p99(rounds.map((round) => round[requests.indexOf(getFile)].time)),
      failed: rounds.flat().filter(({ isFine }) => !isFine).length,
      count: rounds.length,
    })
  })
}
