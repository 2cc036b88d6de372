import type { CodeToDeliver, ServerPorts } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { hashText, type SeededRandom } from './seeded-random.ts'
import type { Trace } from './trace.ts'
import type { VirtualTime } from './virtual-clock.ts'

/** The outputs of the backend that the simulation reads. */
export interface ServerEnvironment {
  readonly ports: ServerPorts
  /** The newest code sent to a phone. */
  codeOf(phone: string): string | undefined
  /** Faults that the backend reported, in order. */
  readonly faults: readonly ServerFault[]
}

/** A fault that the backend reported. */
export interface ServerFault {
  readonly detail: string
  /** Virtual time without pauses, ms. */
  readonly at: number
}

/** A short hash that differs for every text, like a truncated digest. Not secret. */
const digestOf = (text: string): string =>
  [1, 2, 3, 4].map((part) => hashText(text, part).toString(16).padStart(8, '0')).join('')

/** The ports of a backend in virtual time: fast, deterministic, and inside this process. */
export function createServerEnvironment(
  database: Database,
  time: VirtualTime,
  random: SeededRandom,
  trace: Trace,
): ServerEnvironment {
  const codes = new Map<string, string>()
  const files = new Map<string, Uint8Array>()
  const faults: ServerFault[] = []
  const ports: ServerPorts = {
    database,
    clock: { now: () => time.now() },
    random: { bytes: (count) => Uint8Array.from({ length: count }, () => random.integer(0, 255)) },
    // The real hashes are slow on purpose. Here the marked text itself is enough.
    passwords: {
      hash: async (secret) => `hash:${secret}`,
      verify: async (secret, hash) => hash === `hash:${secret}`,
    },
    digest: { hash: digestOf },
    codeDelivery: {
      deliver: async ({ phone, code }: CodeToDeliver) => {
        codes.set(phone, code)
        return 'sent'
      },
    },
    files: {
      put: async (key, bytes) => void files.set(key, bytes),
      get: async (key, range) => {
        const bytes = files.get(key)
        return range ? bytes?.subarray(range.start, range.end + 1) : bytes
      },
      remove: async (key) => void files.delete(key),
    },
    faults: {
      report: ({ kind, detail, cause }) => {
        const text = `${kind}: ${detail}${cause === undefined ? '' : ` (${String(cause)})`}`
        faults.push({ detail: text, at: time.activeTime() })
        trace.line('server', `fault ${text}`)
      },
    },
  }
  return { ports, codeOf: (phone) => codes.get(phone), faults }
}
