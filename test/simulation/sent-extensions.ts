import { resultCode } from '#schemas/result-codes.ts'
import type { HttpResponse } from '#streams/ports.ts'

/** The reactions of one user to one message that clients sent. */
interface SentReactions {
  readonly user: number
  readonly messageId: number
  readonly emoji: Set<string>
  /** Whether the server answered at least one call with success. */
  isConfirmed: boolean
}

/** The texts by which one user edited one message, as clients sent them. */
interface SentEdits {
  readonly user: number
  readonly messageId: number
  readonly texts: Set<string>
  /** The texts that the server did not take although the message is there. They are added to the draft (DEC-242). */
  readonly returned: Set<string>
  /** Whether the server answered that the message has at least one of the texts. */
  isConfirmed: boolean
}

/** What clients sent about the pin of one message. */
interface SentPin {
  /** Whether the server answered that it is pinned. */
  isConfirmed: boolean
  /** Whether a client removed the pin. */
  isRemoved: boolean
}

/** What clients sent for the extensions of the specification (docs/extensions.md). */
export class SentExtensions {
  private readonly sentReactions = new Map<string, SentReactions>()
  private readonly sentEdits = new Map<string, SentEdits>()
  private readonly removals = new Set<string>()
  private readonly sentPins = new Map<number, SentPin>()
  private readonly sentDrafts = new Map<string, string[]>()

  /** The reactions that clients sent, by user and message. */
  reactions(): readonly SentReactions[] {
    return [...this.sentReactions.values()]
  }

  /** Whether a client removed this user from the group with all messages. The user's reactions go with them. */
  isRemovedWithMessages(user: number, group: number): boolean {
    return this.removals.has(`${user} ${group}`)
  }

  /** The edits that clients sent, by user and message. */
  edits(): readonly SentEdits[] {
    return [...this.sentEdits.values()]
  }

  /** The texts of edits of this user that the server did not take. They may be in a draft. */
  returnedEdits(user: number | undefined): readonly string[] {
    return this.edits().flatMap((edit) => (edit.user === user ? [...edit.returned] : []))
  }

  /** The pins that clients sent, by message. */
  pins(): ReadonlyMap<number, SentPin> {
    return this.sentPins
  }

  /** The texts that this user's devices sent as the draft of a conversation, by its id on the wire. */
  draftsOf(user: number, conversation: number): readonly string[] {
    return this.sentDrafts.get(`${user} ${conversation}`) ?? []
  }

  /** Records a call to `path` and its answer. */
  follow(path: string, body: string, answer: Promise<HttpResponse>): void {
    if (path === '/ReactToMessage') this.followReaction(body, answer)
    if (path === '/EditMessage') this.followEdit(body, answer)
    if (path === '/PinMessage') this.followPin(body, answer)
    if (path === '/SaveDraft') this.noteDraft(body)
    if (path === '/KickOutGroup') this.noteRemoval(body)
  }

  /** Records a call to `/KickOutGroup`. */
  noteRemoval(body: string): void {
    const { GroupID, UserID, DeleteAllChat }: Readonly<Record<string, unknown>> = JSON.parse(body)
    if (DeleteAllChat === 1) this.removals.add(`${UserID} ${GroupID}`)
  }

  private followReaction(body: string, answer: Promise<HttpResponse>): void {
    const { UID, ChatID, Emoji }: Readonly<Record<string, unknown>> = JSON.parse(body)
    const key = `${UID} ${ChatID}`
    const sent = this.sentReactions.get(key) ?? {
      ...{ user: Number(UID), messageId: Number(ChatID), emoji: new Set(), isConfirmed: false },
    }
    this.sentReactions.set(key, sent)
    sent.emoji.add(String(Emoji))
    answer.then(({ text }) => {
      sent.isConfirmed ||= text.startsWith('{"Code":0')
    }, ignored)
  }

  private followEdit(body: string, answer: Promise<HttpResponse>): void {
    const { UID, ChatID, Message }: Readonly<Record<string, unknown>> = JSON.parse(body)
    const key = `${UID} ${ChatID}`
    const sent = this.sentEdits.get(key) ?? {
      ...{ user: Number(UID), messageId: Number(ChatID), isConfirmed: false },
      ...{ texts: new Set(), returned: new Set() },
    }
    this.sentEdits.set(key, sent)
    sent.texts.add(String(Message))
    answer.then(({ text }) => {
      if (!text.startsWith('{"Code":')) return
      const { Code, Data }: { readonly Code: number; readonly Data?: { readonly Message?: unknown } } =
        JSON.parse(text)
      if (rejectionsOfEdits.includes(Code)) sent.returned.add(String(Message))
      if (Code !== resultCode.ok) return
      if (Data?.Message !== Message) sent.returned.add(String(Message))
      sent.isConfirmed ||= sent.texts.has(String(Data?.Message))
    }, ignored)
  }

  private followPin(body: string, answer: Promise<HttpResponse>): void {
    const { ChatID, IsPinned }: Readonly<Record<string, unknown>> = JSON.parse(body)
    const sent = this.sentPins.get(Number(ChatID)) ?? { isConfirmed: false, isRemoved: false }
    this.sentPins.set(Number(ChatID), sent)
    if (IsPinned === false) sent.isRemoved = true
    else
      answer.then(({ text }) => {
        sent.isConfirmed ||= text.startsWith('{"Code":0')
      }, ignored)
  }

  private noteDraft(body: string): void {
    const { UID, ChatSessionID, GroupID, Message }: Readonly<Record<string, unknown>> = JSON.parse(body)
    const key = `${UID} ${ChatSessionID ?? GroupID}`
    this.sentDrafts.set(key, [...(this.sentDrafts.get(key) ?? []), String(Message)])
  }
}

/** A call without a response proves nothing. */
export const ignored = (): void => {}

/** The rejections after which a client adds an edit's text to the draft. */
const rejectionsOfEdits: readonly number[] = [
  resultCode.messageRejected,
  resultCode.invalid,
  resultCode.forbidden,
  resultCode.notMember,
]
