import type { AccountClient } from '#client/client.ts'
import { type Composition, emptyComposition, joinCompositions } from '#domain/message/composition.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/** What was sent and waits for files to go first; until it is in the log its text stays saved as part of the draft. */
export interface Departure {
  readonly composition: Composition
  /** What it answers, the files if there is no text. */
  readonly quote: QuotedMessage | undefined
}

/** Everything under way from one composer; it outlives the screen, which a narrower window or another conversation replaces. */
export interface Departures {
  readonly waiting: Readable<readonly Departure[]>
  /** What is written beside them now. */
  note(composition: Composition): void
  written(): Composition
  /** What has to be saved: all that waits, and what is written. */
  kept(): Composition
  /**
   * Takes one on, in its turn: files first, then `sendText` with what is to stay the draft, unless it has no text. What cannot
   * be handed over does not hold up the next one. Resolves when that is done.
   */
  depart(
    departure: Departure,
    sendFiles: () => Promise<void>,
    sendText: (rest: Composition) => Promise<void>,
  ): Promise<void>
}

const joined = (departures: readonly Departure[], written: Composition): Composition =>
  [...departures.map(({ composition }) => composition), written].reduce(joinCompositions)

export function createDepartures(): Departures {
  const waiting = createWritable<readonly Departure[]>([])
  let written = emptyComposition
  let turn: Promise<void> = Promise.resolve()
  const kept = () => joined(waiting.get(), written)

  const leave = async (
    departure: Departure,
    sendFiles: () => Promise<void>,
    sendText: (rest: Composition) => Promise<void>,
  ) => {
    const isOver = () => waiting.set(waiting.get().filter((one) => one !== departure))
    try {
      await sendFiles()
    } finally {
      isOver()
      // Its text leaves the draft in the moment in which it enters the log, and in no other.
      if (departure.composition.text !== '') await sendText(kept())
    }
  }
  return {
    waiting,
    note: (composition) => {
      written = composition
    },
    written: () => written,
    kept,
    depart(departure, sendFiles, sendText) {
      waiting.set([...waiting.get(), departure])
      const leaving = turn.then(() => leave(departure, sendFiles, sendText))
      turn = leaving.catch(() => undefined)
      return leaving
    },
  }
}

const departuresOfAccounts = new WeakMap<AccountClient, Map<ConversationId, Departures>>()

/** The departures of a conversation, the same ones for as long as the account is signed in on this page. */
export function departuresOf(account: AccountClient, id: ConversationId): Departures {
  const known = departuresOfAccounts.get(account) ?? new Map<ConversationId, Departures>()
  departuresOfAccounts.set(account, known)
  const departures = known.get(id) ?? createDepartures()
  known.set(id, departures)
  return departures
}
