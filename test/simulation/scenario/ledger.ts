import type { Outcome } from '#domain/commands/command.ts'
import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import type { SentMessages } from '../sent-messages.ts'
import type { Person } from '../world.ts'

/** The outcome of a command. Unknown if its tab died before the outcome. */
export type Answer = 'unknown' | 'accepted' | 'refused'

export interface AskedMessage {
  readonly person: Person
  /** Undefined for a message of an outside device to one person. */
  readonly conversation: ConversationId | undefined
  /** The device that wrote it. Undefined for outside devices. */
  readonly device: string | undefined
  readonly text: string
  /** Whether client and server must reject it. */
  readonly isUnfit: boolean
  /** Whether it is a file, whose upload may fail permanently. The text is then its name. */
  readonly hasFile: boolean
  /** A position in the ledger's order. */
  readonly askedAt: number
  answer: Answer
  /** Discarded by its sender afterwards. It may have arrived before. */
  isDiscarded: boolean
  /** Deleted for everyone after it arrived. */
  isDeleted: boolean
  /** Its writer was out of the group at some time, perhaps unknown to the device, so it may be lost with the group. */
  isOut: boolean
  /** Its device was signed out afterwards, which drops unsent messages. It may have arrived before. */
  mayBeDropped: boolean
}
/** Whether it waits for Retry when its group rejects it or its upload fails. */
export const mayWait = ({ hasFile, conversation }: AskedMessage): boolean =>
  hasFile || (conversation !== undefined && parseConversationId(conversation).kind === 'group')

/** A message that a person deletes for everyone with a simulated client. */
export interface AskedDeletion {
  readonly messageId: ServerId
  answer: Answer
}
/** A message that a person forwarded to a conversation, by the ledger's name of its text. */
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
  /** The end of the range read, by the server's time, ms. Later messages are unread. */
  until?: number
  answer: Answer
  /** False once its device was signed out, perhaps before the server received it. */
  isSure?: boolean
}
/** A person's command that affects a conversation on one device only. */
export interface AskedLocally {
  readonly device: string
  /** Undefined for a command on all conversations, listed or not. */
  readonly conversation: ConversationId | undefined
  readonly kind: 'clear' | 'clear-all' | 'hide' | 'show' | 'delete' | 'mark-unread' | 'delete-for-me'
  /** The newest message shown at the time of the command, 0 for none. For a deletion, the deleted message. */
  readonly seen: number
  /** A position in the ledger's order. */
  readonly askedAt: number
  /** When it took effect, ms. Undefined while it still may. */
  doneAt: number
  answer: Answer
  /** The person was out of the group afterwards, so its effect may be lost with the group. */
  isOut: boolean
}
export interface AskedDraft {
  readonly device: string
  readonly conversation: ConversationId
  readonly text: string
  /** The positions of the command and of its outcome in the ledger's order. */
  readonly askedAt: number
  answeredAt: number
  /** A text sent by a tab that shows no draft need not clear one that another tab has just saved. */
  readonly mayChangeNothing: boolean
  answer: Answer
  /** The person left the group afterwards, or had left it unknown to the device. Leaving removes drafts. */
  isOut: boolean
}

interface WantedDraft
  extends Pick<AskedDraft, 'device' | 'conversation' | 'text' | 'mayChangeNothing' | 'isOut'> {
  readonly person: Person
  /** When the person joined the group, as far as the device knows, server ms. */
  readonly joinedAt: number | undefined
}

interface AskedBy {
  readonly device?: string
  readonly isUnfit?: boolean
  readonly hasFile?: boolean
  /** The device's sign-in has ended, perhaps unknown to the device. */
  readonly mayBeDropped?: boolean
}

/** Records all commands of people, to compare them with the final state. */
export class Ledger {
  readonly messages: AskedMessage[] = []
  readonly readMarks: AskedReadMark[] = []
  readonly drafts: AskedDraft[] = []
  readonly localActs: AskedLocally[] = []
  readonly deletions: AskedDeletion[] = []
  readonly forwards: AskedForward[] = []
  /** Whether the outside person has sent the long series of messages. */
  hasRecited = false
  /** Violations that were seen while the world ran, in words. */
  readonly problems: string[] = []

  /** Records a text to send. Every text is unique. */
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

  /** Records that a message is deleted for everyone. The original of a forwarded message stays. */
  deleted(sent: SentMessages, { clientMessageId }: { readonly clientMessageId: string }): void {
    const said = sent.textOf(clientMessageId)
    const asked = said === undefined ? undefined : this.messages.find(({ text }) => text.trim() === said)
    if (asked) asked.isDeleted = true
  }

  /**
   * Records that a person has left a group at `at`, server ms. Earlier commands on it may be lost on any device. Messages
   * sent after a return are tolerated too, because a device may learn of the departure later. A draft must stay from the
   * moment when its device knows of the return.
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
   * Records that a device has lost this person's sign-in. Its local data may be gone (DEC-56), except the outbox if no
   * person asked for the sign-out (DEC-115).
   */
  signedOut(person: Person, device: string, keepsUnsent: boolean): void {
    this.endedOn.add(device)
    if (!keepsUnsent) this.dropUnsent(device)
    else this.keptOn.add(device)
    for (const asked of [...this.drafts, ...this.localActs]) if (asked.device === device) asked.isOut = true
    for (const mark of this.readMarks) if (mark.person === person) mark.isSure = false
  }

  /** Records that a device's unsent messages may be gone. */
  dropUnsent(device: string): void {
    for (const asked of this.messages) if (asked.device === device) asked.mayBeDropped = true
  }

  /**
   * Records that a device's storage starts to fail. Commands without an outcome, and later ones, may be only in the memory
   * of its tabs.
   */
  storageRefuses(device: string): void {
    if (this.keptOn.has(device)) this.dropUnsent(device)
    const asked = [...this.messages, ...this.drafts, ...this.localActs, ...this.readMarks]
    this.answeredBefore.set(device, new Set(asked.filter(({ answer }) => answer !== 'unknown')))
  }

  /**
   * Records that a device's only tab died with writes that the storage had rejected. Only its memory held them (ADR 0015).
   */
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

  /** The commands that had an outcome, and so were stored, when a device's storage started to fail. */
  private readonly answeredBefore = new Map<string, ReadonlySet<{ readonly answer: Answer }>>()
  /** The commands lost with their tab. A later outcome comes from the dead tab's memory and proves nothing. */
  private readonly unsaved = new Set<{ readonly answer: Answer }>()
  /** Devices whose outbox must survive the end of a sign-in. */
  readonly keptOn = new Set<string>()
  /** Devices whose sign-in ended. The person signs in there again. */
  readonly endedOn = new Set<string>()
  /** When each person last left a group, server ms. */
  private readonly departures = new Map<string, number>()
  private situation = 0

  /** The next position in the order. */
  place(): number {
    return this.situation++
  }

  /** Records a draft to store. A sent text stores the empty draft. */
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

  /** Whether a device that knows of this joining has not yet learned of a later departure. */
  private isBehind(person: Person, conversation: ConversationId, joinedAt = 0): boolean {
    const departedAt = this.departures.get(`${person.name} ${conversation}`)
    return departedAt !== undefined && joinedAt <= departedAt
  }

  /** Records the outcome of a command. A rejected promise is a violation, because a dispatch never rejects. */
  follow(asked: { answer: Answer }, what: string, outcome: Promise<Outcome>): void {
    outcome.then(
      ({ isOk }) => {
        this.answered(asked, isOk ? 'accepted' : 'refused')
      },
      (cause: unknown) => this.problems.push(`${what} was rejected: ${String(cause)}`),
    )
  }

  /** Records an outcome, unless the command was lost with its tab. */
  answered(asked: { answer: Answer }, answer: Answer): void {
    if (!this.unsaved.has(asked)) asked.answer = answer
  }
}
