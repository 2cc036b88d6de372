import type { Outcome } from '#domain/commands/command.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { MessageTolerance } from '../invariants/tolerated.ts'
import type { SentMessages } from '../sent-messages.ts'
import type { Person } from '../world.ts'
import type {
  Answer,
  AskedBy,
  Followed,
  RejectedCommand,
  RequestedDeletion,
  RequestedDraft,
  RequestedEdit,
  RequestedForward,
  RequestedLocalCommand,
  RequestedMessage,
  RequestedReadMarker,
  RequestedStickerChange,
  WantedDraft,
} from './requested-commands.ts'

/** Records all commands of people, to compare them with the final state. */
export class Ledger {
  readonly messages: RequestedMessage[] = []
  readonly readMarks: RequestedReadMarker[] = []
  readonly drafts: RequestedDraft[] = []
  readonly localCommands: RequestedLocalCommand[] = []
  readonly deletions: RequestedDeletion[] = []
  readonly forwards: RequestedForward[] = []
  readonly edits: RequestedEdit[] = []
  readonly stickerChanges: RequestedStickerChange[] = []
  /** Whether the outside person has sent the long series of messages. */
  hasRecited = false
  /** Commands that a client rejected, with the reason. */
  readonly rejections: RejectedCommand[] = []
  /** Violations that were seen while the world ran, in words. */
  readonly problems: string[] = []

  private readonly sent: SentMessages
  private readonly now: () => number
  private readonly activeTime: () => number

  /**
   * @param now returns virtual time, ms
   * @param activeTime returns virtual time without pauses, ms
   */
  constructor(sent: SentMessages, now: () => number, activeTime = now) {
    this.sent = sent
    this.now = now
    this.activeTime = activeTime
  }

  /** Records a text to send. Every text is unique. */
  message(
    person: Person,
    conversation: ConversationId | undefined,
    text: string,
    {
      device,
      tab,
      send,
      quote,
      mentions,
      isUnfit = false,
      hasFile = false,
      isWithoutStorage = false,
      mayBeDropped = false,
    }: AskedBy = {},
  ): RequestedMessage {
    const at = this.now()
    const isOut = this.hasDeparted(person, conversation)
    const requested: RequestedMessage = {
      person,
      conversation,
      device,
      tab,
      text,
      isUnfit,
      hasFile,
      isWithoutStorage,
      send,
      quote,
      mentions,
      places: [this.place()],
      sentAgainAt: [],
      writtenAt: at,
      doneAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
      isDeleted: false,
      losses: [
        ...(mayBeDropped ? [{ kind: 'signed out', at } as const] : []),
        ...(isOut ? [{ kind: 'left the group', at } as const] : []),
      ],
    }
    this.messages.push(requested)
    return requested
  }

  /** Records that messages may be lost from now on, unless they have arrived. */
  mayLose(kind: MessageTolerance, isLost: (requested: RequestedMessage) => boolean): void {
    for (const requested of this.messages)
      if (isLost(requested)) requested.losses.push({ kind, at: this.now() })
  }

  /** The message with this name. */
  named(text: string): RequestedMessage | undefined {
    return this.messages.find((requested) => requested.text.trim() === text)
  }

  /** The name of the message that has this text, perhaps by an edit. */
  originalOf = (text: string) => this.edits.find((edit) => edit.text === text)?.original ?? text

  /** Records that unsent messages are sent again together. Among themselves they keep their order. */
  sentAgain(texts: readonly string[]): void {
    const place = this.place()
    for (const text of texts) {
      const requested = this.named(text)
      requested?.places.push(place)
      requested?.sentAgainAt.push(this.now())
    }
  }

  /** Records that a message is deleted for everyone. The original of a forwarded message stays. */
  deleted(sent: SentMessages, { clientMessageId }: { readonly clientMessageId: string }): void {
    const said = sent.textOf(clientMessageId)
    const requested = said === undefined ? undefined : this.named(said)
    if (requested) requested.isDeleted = true
  }

  /**
   * Records that a person has left a group, or lost a conversation with a friendship, at `at`, server ms. Unsent messages and earlier commands on it may be lost
   * on any device. A message written before the return may be lost too. A draft must stay from the moment when its
   * device knows of the return.
   */
  departed(person: Person, conversation: ConversationId, at: number): void {
    this.leavings.set(`${person.name} ${conversation}`, at)
    const devices = new Set(person.personDevices.map(({ device }) => device.name))
    this.mayLose(
      'left the group',
      (requested) => requested.conversation === conversation && requested.person === person,
    )
    for (const requested of [...this.drafts, ...this.localCommands])
      if (requested.conversation === conversation && devices.has(requested.device)) requested.isOut = true
  }

  /** Whether the person has ever left this conversation, or was removed from it. */
  hasDeparted(person: Person, conversation: ConversationId | undefined): boolean {
    return this.leavings.has(`${person.name} ${conversation}`)
  }

  /**
   * Records that a device has lost this person's sign-in. Its local data may be gone (DEC-56), except the outbox if no
   * person requested the sign-out (DEC-115).
   */
  signedOut(device: string, keepsUnsent: boolean): void {
    this.endedOn.add(device)
    const isHere = (requested: { readonly device: string | undefined }) => requested.device === device
    if (!keepsUnsent) this.mayLose('signed out', isHere)
    for (const requested of [...this.drafts, ...this.localCommands])
      if (isHere(requested)) requested.isOut = true
    this.mayLoseReadMarks(device, () => true)
  }

  /** Records that a device reported that it could not preserve its outbox. */
  outboxNotPreserved(device: string): void {
    this.mayLose('outbox not preserved', (requested) => requested.device === device)
  }

  /** Records that a device's read markers may be lost unless the server has answered a call for them. */
  private mayLoseReadMarks(device: string, isLost: (mark: RequestedReadMarker) => boolean): void {
    for (const mark of this.readMarks) {
      if (mark.device !== device || !isLost(mark)) continue
      const { wireId } = parseConversationId(mark.conversation)
      if (!this.sent.hasAnsweredRead(mark.person.userId ?? 0, wireId, mark.upTo, mark.at)) mark.isSure = false
    }
  }

  /**
   * Records that a device's storage starts to fail. Commands without an outcome, and later ones, may be only in the
   * memory of its tabs.
   */
  storageRefuses(device: string): void {
    const requested = [...this.messages, ...this.drafts, ...this.localCommands, ...this.readMarks]
    this.answeredBefore.set(device, new Set(requested.filter(({ answer }) => answer !== 'unknown')))
  }

  /**
   * Records that a tab died with writes that the storage had rejected. Only its memory held those from before `since`,
   * virtual ms, when another tab began to follow it (ADR 0015).
   */
  diedUnsaved(device: string, since = Number.POSITIVE_INFINITY): void {
    const answered = this.answeredBefore.get(device)
    if (answered === undefined) return
    const isLost = (
      requested: { readonly device: string | undefined; readonly answer: Answer },
      at: number,
    ) => requested.device === device && at < since && !answered.has(requested)
    this.mayLose('lost with its tab', (requested) => isLost(requested, requested.writtenAt))
    for (const requested of [...this.drafts, ...this.localCommands]) {
      if (!isLost(requested, requested.at)) continue
      requested.answer = 'unknown'
      this.unsaved.add(requested)
    }
    this.mayLoseReadMarks(device, (mark) => isLost(mark, mark.at))
  }

  /** The commands that had an outcome, and so were stored, when a device's storage started to fail. */
  private readonly answeredBefore = new Map<string, ReadonlySet<{ readonly answer: Answer }>>()
  /** The commands lost with their tab. A later outcome comes from the dead tab's memory and proves nothing. */
  private readonly unsaved = new Set<{ readonly answer: Answer }>()
  /** Devices whose sign-in ended. The person signs in there again. */
  readonly endedOn = new Set<string>()
  /** When each person last left a group, server ms. */
  private readonly leavings = new Map<string, number>()
  private situation = 0

  /** The next position in the order. */
  place(): number {
    return this.situation++
  }

  /**
   * Records a draft to store. A sent text stores the empty draft. Without an outcome the draft may be stored at any
   * time from now on.
   */
  draft({ person, joinedAt, ...wanted }: WantedDraft, outcome?: Promise<Outcome>): void {
    const draft: RequestedDraft = {
      ...wanted,
      isOut: wanted.isOut || this.isBehind(person, wanted.conversation, joinedAt),
      requestedAt: this.place(),
      at: this.now(),
      answeredAt: Number.POSITIVE_INFINITY,
      answer: 'unknown',
    }
    this.drafts.push(draft)
    if (!outcome) return
    this.follow(draft, 'SaveDraft', outcome)
    const answered = () => {
      draft.answeredAt = this.place()
    }
    outcome.then(answered, answered)
  }

  /** Whether a device that knows of this joining has not yet learned of a later departure. */
  private isBehind(person: Person, conversation: ConversationId, joinedAt = 0): boolean {
    const departedAt = this.leavings.get(`${person.name} ${conversation}`)
    return departedAt !== undefined && joinedAt <= departedAt
  }

  /** Records the outcome of a command. A rejected promise is a violation, because a dispatch never rejects. */
  follow(requested: Followed, what: string, outcome: Promise<Outcome>): void {
    outcome.then(
      (result) => {
        this.answered(requested, result.isOk ? 'accepted' : 'rejected')
        if (!result.isOk)
          this.rejections.push({ requested, what, rejection: result.rejection, at: this.activeTime() })
        if ('doneAt' in requested) requested.doneAt = this.now()
      },
      (cause: unknown) => this.problems.push(`${what} was rejected: ${String(cause)}`),
    )
  }

  /** Records an outcome, unless the command was lost with its tab. */
  answered(requested: { answer: Answer }, answer: Answer): void {
    if (!this.unsaved.has(requested)) requested.answer = answer
  }
}
