import type { Outcome } from '#domain/commands/command.ts'
import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import type { SentMessages } from '../sent-messages.ts'
import type { Person } from '../world.ts'

/** What became of something a person asked for: still unknown when its tab died over it. */
export type Answer = 'unknown' | 'accepted' | 'refused'

export interface AskedMessage {
  readonly person: Person
  /** Undefined when it was sent elsewhere, to one person. */
  readonly conversation: ConversationId | undefined
  /** Where it was written; undefined elsewhere. */
  readonly device: string | undefined
  readonly text: string
  /** Whether both ends must refuse it. */
  readonly isUnfit: boolean
  /** Whether it is a file, whose upload may fail for good; the text is its name then. */
  readonly hasFile: boolean
  /** As a place in the ledger's order of things. */
  readonly askedAt: number
  answer: Answer
  /** Given up by its sender afterwards; may or may not have arrived before that. */
  isDiscarded: boolean
  /** Deleted foreveryone after it had arrived. */
  isDeleted: boolean
  /** Its writer was out of the group at some time, perhaps without knowing it, so that it may have gone with the group. */
  isOut: boolean
  /** Its device was signed out afterwards, which drops what has not left; may or may not have arrived before that. */
  mayBeDropped: boolean
}
/** Waits for Retry when its group refuses it, or its file could not be uploaded. */
export const mayWait = ({ hasFile, conversation }: AskedMessage): boolean =>
  hasFile || (conversation !== undefined && parseConversationId(conversation).kind === 'group')

/** A message that a person deletes foreveryone by an own client. */
export interface AskedDeletion {
  readonly messageId: ServerId
  answer: Answer
}
/** A message that a person sent on to a conversation, as the ledger calls its text. */
export interface AskedForward {
  readonly person: Person
  readonly conversation: ConversationId
  readonly text: string
  answer: Answer
}
export interface AskedReadMark {
  readonly person: Person
  readonly conversation: ConversationId
  readonly upTo: ServerId
  /** Where everything was read: what the server got later than this, in its time in ms, is not. */
  until?: number
  answer: Answer
  /** False once its device was signed out, perhaps before the server heard of it. */
  isSure?: boolean
}
/** What a person did with a conversation on one device alone. */
export interface AskedLocally {
  readonly device: string
  /** Undefined where it is done to all there are, listed or not. */
  readonly conversation: ConversationId | undefined
  readonly kind: 'clear' | 'clear-all' | 'hide' | 'show' | 'delete' | 'mark-unread' | 'delete-for-me'
  /** The newest message that was shown when it was asked for, 0 when none; the one that was deleted for this device. */
  readonly seen: number
  /** As a place in the ledger's order of things. */
  readonly askedAt: number
  /** When it was done, ms; until that is known it may still be. */
  doneAt: number
  answer: Answer
  /** The person was out of the group afterwards, and what was done to it may have gone with it. */
  isOut: boolean
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
  /** The person was out of the group afterwards, or had been without the device knowing it, which takes drafts with it. */
  isOut: boolean
}

interface WantedDraft
  extends Pick<AskedDraft, 'device' | 'conversation' | 'text' | 'mayChangeNothing' | 'isOut'> {
  readonly person: Person
  /** When the person came into the group, as far as the device has heard, server ms. */
  readonly joinedAt: number | undefined
}

interface AskedBy {
  readonly device?: string
  readonly isUnfit?: boolean
  readonly hasFile?: boolean
  /** There is no sign-in on the device any more, which it may not know yet. */
  readonly mayBeDropped?: boolean
}

/** Everything people asked for, to be compared with what is there in the end. */
export class Ledger {
  readonly messages: AskedMessage[] = []
  readonly readMarks: AskedReadMark[] = []
  readonly drafts: AskedDraft[] = []
  readonly localActs: AskedLocally[] = []
  readonly deletions: AskedDeletion[] = []
  readonly forwards: AskedForward[] = []
  /** Whether the outsidePerson has said all there is to say. */
  hasRecited = false
  /** Things that never may happen, in words. */
  readonly problems: string[] = []

  /** Notes that somebody wants a text sent; nobody else ever sends the same. */
  message(
    person: Person,
    conversation: ConversationId | undefined,
    text: string,
    { device, isUnfit = false, hasFile = false, mayBeDropped = false }: AskedBy = {},
  ): AskedMessage {
    const asked: AskedMessage = {
      person,
      conversation,
      device,
      text,
      isUnfit,
      hasFile,
      askedAt: this.place(),
      answer: 'unknown',
      isDiscarded: false,
      isDeleted: false,
      mayBeDropped,
      isOut: this.departures.has(`${person.name} ${conversation}`),
    }
    this.messages.push(asked)
    return asked
  }

  /** Notes that a message is gone foreveryone; of what was sent on, what it was made from stays. */
  deleted(sent: SentMessages, { clientMessageId }: { readonly clientMessageId: string }): void {
    const said = sent.textOf(clientMessageId)
    const asked = said === undefined ? undefined : this.messages.find(({ text }) => text.trim() === said)
    if (asked) asked.isDeleted = true
  }

  /**
   * Notes that a person is out of a group since `at`, server ms: what they did with it before may have gone with it, on any
   * device. What they send there once they are back is not held against it either: a device may hear of the departure after
   * that. A draft has to stay from when its device knows that they are back.
   */
  departed(person: Person, conversation: ConversationId, at: number): void {
    this.departures.set(`${person.name} ${conversation}`, at)
    const devices = new Set(person.personDevices.map(({ device }) => device.name))
    for (const asked of this.messages)
      if (asked.conversation === conversation && asked.person === person) asked.isOut = true
    for (const asked of [...this.drafts, ...this.localActs])
      if (asked.conversation === conversation && devices.has(asked.device)) asked.isOut = true
  }

  /**
   * Notes that a device has no sign-in of this person any more: what was there alone may be gone (DEC-56), but for what was not
   * sent where nobody asked for the end (DEC-115).
   */
  signedOut(person: Person, device: string, keepsUnsent: boolean): void {
    this.endedOn.add(device)
    if (!keepsUnsent) this.dropUnsent(device)
    else this.keptOn.add(device)
    for (const asked of [...this.drafts, ...this.localActs]) if (asked.device === device) asked.isOut = true
    for (const mark of this.readMarks) if (mark.person === person) mark.isSure = false
  }

  /** Notes that what a device has not sent may be gone. */
  dropUnsent(device: string): void {
    for (const asked of this.messages) if (asked.device === device) asked.mayBeDropped = true
  }

  /**
   * Notes that a device's storage begins to refuse: what is not answered yet, or is asked for from now on, may be in the memory
   * of its tabs alone.
   */
  storageRefuses(device: string): void {
    if (this.keptOn.has(device)) this.dropUnsent(device)
    const asked = [...this.messages, ...this.drafts, ...this.localActs, ...this.readMarks]
    this.answeredBefore.set(device, new Set(asked.filter(({ answer }) => answer !== 'unknown')))
  }

  /** Notes that a device's only tab died with what its storage had refused, which nothing but its memory held (ADR 0015). */
  diedUnsaved(device: string): void {
    const answered = this.answeredBefore.get(device)
    if (answered === undefined) return
    const mayBeUnsaved = (asked: { readonly answer: Answer }) => !answered.has(asked)
    for (const asked of this.messages.filter(mayBeUnsaved))
      if (asked.device === device) asked.mayBeDropped = true
    for (const asked of [...this.drafts, ...this.localActs].filter(mayBeUnsaved)) {
      if (asked.device !== device) continue
      asked.answer = 'unknown'
      this.unsaved.add(asked)
    }
    for (const mark of this.readMarks.filter(mayBeUnsaved))
      if (mark.person.personDevices.some((personDevice) => personDevice.device.name === device))
        mark.isSure = false
  }

  /** What had been answered, and so was stored, when a device's storage began to refuse. */
  private readonly answeredBefore = new Map<string, ReadonlySet<{ readonly answer: Answer }>>()
  /** What died with its tab: an answer that was under way comes from the memory of the dead, and tells nothing. */
  private readonly unsaved = new Set<{ readonly answer: Answer }>()
  /** Devices on which what was not sent had to outlive a sign-in. */
  readonly keptOn = new Set<string>()
  /** Devices on which a sign-in came to its end: there the person signs in again. */
  readonly endedOn = new Set<string>()
  /** When somebody was out of a group last, server ms. */
  private readonly departures = new Map<string, number>()
  private situation = 0

  /** The next place in the order of things. */
  place(): number {
    return this.situation++
  }

  /** Notes that somebody wants this draft kept; a sent text wants the empty one. */
  draft({ person, joinedAt, ...wanted }: WantedDraft, outcome: Promise<Outcome>): void {
    const draft: AskedDraft = {
      ...wanted,
      isOut: wanted.isOut || this.isBehind(person, wanted.conversation, joinedAt),
      askedAt: this.place(),
      answeredAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
    }
    this.drafts.push(draft)
    this.follow(draft, 'SaveDraft', outcome)
    const answered = () => {
      draft.answeredAt = this.place()
    }
    outcome.then(answered, answered)
  }

  /** Whether a device that has heard of this coming into a group has still to hear of a later departure. */
  private isBehind(person: Person, conversation: ConversationId, joinedAt = 0): boolean {
    const departedAt = this.departures.get(`${person.name} ${conversation}`)
    return departedAt !== undefined && joinedAt <= departedAt
  }

  /** Notes how the asked thing ends; a rejection is a problem, for a dispatch only ever refuses. */
  follow(asked: { answer: Answer }, what: string, outcome: Promise<Outcome>): void {
    outcome.then(
      ({ isOk }) => {
        this.answered(asked, isOk ? 'accepted' : 'refused')
      },
      (cause: unknown) => this.problems.push(`${what} was rejected: ${String(cause)}`),
    )
  }

  /** Notes an answer, unless what was asked for has died unsaved. */
  answered(asked: { answer: Answer }, answer: Answer): void {
    if (!this.unsaved.has(asked)) asked.answer = answer
  }
}
