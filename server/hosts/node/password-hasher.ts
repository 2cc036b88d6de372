import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { CallRefusal } from '../../calls/refusal.ts'
import type { PasswordHasher } from '../../ports.ts'

/** The cost of Argon2id. */
export interface HashCost {
  /** KiB of memory. */
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** OWASP's recommendation for Argon2id: about 30 ms and 19 MiB a hash. */
const usualCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The maximum number of hashes waiting for a thread; the last one waits a few seconds. */
const maxWaiting = 100
/** The time after which a rejected client may retry, ms. */
const retryAfter = 2_000

/**
 * Hashes secrets by Argon2id on its own threads, one core fewer than the machine has, so that neither the event loop
 * nor the file system's threads wait. Both methods throw a CallRefusal with the time to wait if the queue is full.
 */
export function createPasswordHasher(cost: HashCost = usualCost): PasswordHasher {
  const pool = new HashPool(Math.max(1, Math.min(4, availableParallelism() - 1)))
  return {
    hash: async (secret) => String(await pool.run({ secret: normal(secret), cost })),
    verify: async (secret, hash) => (await pool.run({ secret: normal(secret), hash })) === true,
  }
}

// The same characters may be typed as different code points.
const normal = (secret: string): string => secret.normalize('NFKC')

type Work =
  | { readonly secret: string; readonly cost: HashCost }
  | { readonly secret: string; readonly hash: string }

interface Job {
  readonly work: Work
  readonly resolve: (result: unknown) => void
  readonly reject: (cause: unknown) => void
}

/** Threads that hash one secret at a time each; they start on first use. */
class HashPool {
  readonly #size: number
  readonly #idle: Worker[] = []
  readonly #waiting: Job[] = []
  #threads = 0

  constructor(size: number) {
    this.#size = size
  }

  run(work: Work): Promise<unknown> {
    if (this.#waiting.length >= maxWaiting) return Promise.reject(CallRefusal.limited(retryAfter))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject })
      this.#startNext()
    })
  }

  #startNext(): void {
    const job = this.#waiting[0]
    const thread = job && (this.#idle.pop() ?? this.#startThread())
    if (!job || !thread) return
    this.#waiting.shift()
    const finish = () => {
      thread.off('message', receive)
      thread.off('error', fail)
      thread.unref()
    }
    const receive = ({ result, error }: { readonly result?: unknown; readonly error?: string }) => {
      finish()
      this.#idle.push(thread)
      if (error === undefined) job.resolve(result)
      else job.reject(new Error(error))
      this.#startNext()
    }
    // An uncaught error has ended the thread.
    const fail = (cause: unknown) => {
      finish()
      this.#threads -= 1
      job.reject(cause)
      this.#startNext()
    }
    thread.on('message', receive)
    thread.on('error', fail)
    // A thread keeps the process alive only while it works.
    thread.ref()
    thread.postMessage(job.work)
  }

  #startThread(): Worker | undefined {
    if (this.#threads >= this.#size) return undefined
    this.#threads += 1
    const library = createRequire(import.meta.url).resolve('@node-rs/argon2')
    return new Worker(threadProgram, { eval: true, workerData: library })
  }
}

/**
 * The thread's program, as text because the server is built into a single file. It does not throw for a malformed hash.
 */
const threadProgram = `
const { constants, setPriority } = require('node:os')
const { parentPort, workerData } = require('node:worker_threads')
const { hashSync, verifySync } = require(workerData)
// Hashes leave the processor to the event loop. On Linux this is the priority of the thread, elsewhere of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const verify = (hash, secret) => {
  try {
    return verifySync(hash, secret)
  } catch {
    return false
  }
}
parentPort.on('message', ({ secret, cost, hash }) => {
  try {
    parentPort.postMessage({ result: cost ? hashSync(secret, cost) : verify(hash, secret) })
  } catch (cause) {
    parentPort.postMessage({ error: String(cause) })
  }
})
`
