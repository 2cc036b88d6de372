import { attachFiles } from '../files/attach-files.ts'
import type { ServerPorts } from '../ports.ts'
import { isUniqueViolation } from '../store/database.ts'
import { hasFiles } from './message-body.ts'
import { type Send, type SendOutcome, storeSends } from './store-sends.ts'

interface WaitingSend {
  readonly send: Send
  readonly resolve: (outcome: SendOutcome) => void
  readonly reject: (cause: unknown) => void
}

/**
 * The maximum number of messages stored together. A larger batch saves hardly anything, and delays its last message.
 */
const mostTogether = 64

/**
 * Stores messages in batches. Messages that arrive while a batch is stored form the next one, and share its look-ups,
 * its insert and its commit. Load therefore lowers the cost of each message.
 *
 *   waiting ──turn──▶ batch ──committed──▶ each send resolves with its outcome
 *                       └──────failed────▶ each is stored alone, so that an invalid one does not block others
 *
 * Messages are stored and answered in the order of arrival.
 */
export class SendQueue {
  readonly #ports: Pick<ServerPorts, 'database' | 'clock' | 'nextTurn'>
  #waiting: WaitingSend[] = []
  #isRunning = false

  constructor(ports: Pick<ServerPorts, 'database' | 'clock' | 'nextTurn'>) {
    this.#ports = ports
  }

  /** Stores a message in its turn. Rejects if the database does; nothing of it is stored then. */
  store(send: Send): Promise<SendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ send, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      await this.#ports.nextTurn?.()
      const turn = this.#waiting.splice(0, mostTogether)
      for (const together of partsOf(turn)) await this.#storeTogether(together)
    }
    this.#isRunning = false
  }

  async #storeTogether(turn: readonly WaitingSend[]): Promise<void> {
    const [first, ...others] = turn
    if (!first) return
    if (others.length === 0) return this.#storeAlone(first)
    try {
      const outcomes = await this.#store(turn.map(({ send }) => send))
      for (const [index, { resolve, reject }] of turn.entries()) {
        const outcome = outcomes[index]
        if (outcome) resolve(outcome)
        else reject(new Error('A message was not answered for'))
      }
    } catch {
      for (const one of turn) await this.#storeAlone(one)
    }
  }

  async #storeAlone({ send, resolve, reject }: WaitingSend): Promise<void> {
    try {
      resolve(await this.#storeOne(send))
    } catch (cause) {
      // Another process stored the same client id after the look-up, so a second look-up finds it.
      if (isUniqueViolation(cause)) await this.#storeOne(send).then(resolve, reject)
      else reject(cause)
    }
  }

  async #storeOne(send: Send): Promise<SendOutcome> {
    const [outcome] = await this.#store([send])
    if (!outcome) throw new Error('A message was not answered for')
    return outcome
  }

  #store(sends: readonly Send[]): Promise<readonly SendOutcome[]> {
    const { database, clock } = this.#ports
    return database.transaction(async (transaction) => {
      const outcomes = await storeSends(transaction, sends, clock.now())
      for (const outcome of outcomes) {
        if (outcome.kind !== 'stored') continue
        const { message } = outcome.row
        if (hasFiles(message.type)) await attachFiles(transaction, message)
      }
      return outcomes
    })
  }
}

/** Splits a batch into parts for one transaction each. A file that may not be shown rejects its own message only. */
function partsOf(turn: readonly WaitingSend[]): readonly (readonly WaitingSend[])[] {
  const parts: WaitingSend[][] = []
  let isOpen = false
  for (const one of turn) {
    const isAlone = hasFiles(one.send.type)
    if (isOpen && !isAlone) parts.at(-1)?.push(one)
    else parts.push([one])
    isOpen = !isAlone
  }
  return parts
}
