import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { Person } from '../world.ts'

/** What became of something a person asked for: still unknown when its tab died over it. */
export type Answer = 'unknown' | 'accepted' | 'refused'

export interface AskedMessage {
  readonly person: Person
  /** Undefined when it was sent elsewhere. */
  readonly conversation: ConversationId | undefined
  readonly text: string
  /** Whether both ends must refuse it. */
  readonly isUnfit: boolean
  answer: Answer
  /** Given up by its sender afterwards; may or may not have arrived before that. */
  isDiscarded: boolean
  /** Deleted for everyone after it had arrived. */
  isDeleted: boolean
}
export interface AskedReadMark {
  readonly person: Person
  readonly conversation: ConversationId
  readonly upTo: ServerId
  answer: Answer
}
/** What a person did with a conversation on one device alone. */
export interface AskedLocally {
  readonly device: string
  readonly conversation: ConversationId
  readonly kind: 'clear' | 'hide' | 'delete' | 'mark-unread'
  /** The newest message that was shown when it was asked for; 0 when none. */
  readonly seen: number
  /** When it was done, ms; until that is known it may still be. */
  doneAt: number
  answer: Answer
}
export interface AskedDraft {
  readonly device: string
  readonly conversation: ConversationId
  readonly text: string
  /** When it was asked for and when it was answered, as places in the ledger's order of things. */
  readonly askedAt: number
  answeredAt: number
  /** A text sent by a tab that shows no draft need not clear one that another tab has just saved. */
  readonly mayChangeNothing: boolean
  answer: Answer
}

/** Everything people asked for, to be compared with what is there in the end. */
export class Ledger {
  readonly messages: AskedMessage[] = []
  readonly readMarks: AskedReadMark[] = []
  readonly drafts: AskedDraft[] = []
  readonly localActs: AskedLocally[] = []
  /** Things that never may happen, in words. */
  readonly problems: string[] = []

  /** Notes that somebody wants a text sent; nobody else ever sends the same. */
  message(
    person: Person,
    conversation: ConversationId | undefined,
    text: string,
    isUnfit = false,
  ): AskedMessage {
    const asked: AskedMessage = {
      person,
      conversation,
      text,
      isUnfit,
      answer: 'unknown',
      isDiscarded: false,
      isDeleted: false,
    }
    this.messages.push(asked)
    return asked
  }

  private moment = 0

  /** Notes that somebody wants this draft kept; a sent text wants the empty one. */
  draft(
    wanted: Pick<AskedDraft, 'device' | 'conversation' | 'text' | 'mayChangeNothing'>,
    outcome: Promise<Outcome>,
  ): void {
    const draft: AskedDraft = {
      ...wanted,
      askedAt: this.moment++,
      answeredAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
    }
    this.drafts.push(draft)
    this.follow(draft, 'SaveDraft', outcome)
    const answered = () => {
      draft.answeredAt = this.moment++
    }
    outcome.then(answered, answered)
  }

  /** Notes how the asked thing ends; a rejection is a problem, for a dispatch only ever refuses. */
  follow(asked: { answer: Answer }, what: string, outcome: Promise<Outcome>): void {
    outcome.then(
      ({ isOk }) => {
        asked.answer = isOk ? 'accepted' : 'refused'
      },
      (cause: unknown) => this.problems.push(`${what} was rejected: ${String(cause)}`),
    )
  }
}
