import { resultCode } from '#schemas/result-codes.ts'
import type { HttpRequest, HttpResponse, Ports } from '#streams/ports.ts'
import { labelOf } from './scenario/attachments.ts'

/** A call of a client that marks messages as read, to which the server answered with success. */
interface AnsweredRead {
  readonly user: number
  /** The conversation's id on the wire. */
  readonly conversation: number
  /** The last message read. Infinite for the whole conversation. */
  readonly upTo: number
  /** When the call was made, virtual ms. */
  readonly at: number
}

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
  /** The texts that the server rejected although the message is there. They are added to the draft (DEC-242). */
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

/** All messages that clients sent to the backend, by idempotency key, which identifies a row whose text is erased. */
export class SentMessages {
  private readonly now: () => number
  private readonly texts = new Map<string, string>()
  private readonly firstTries = new Map<string, number>()
  private readonly rejections = new Map<string, string>()
  private readonly answeredReads: AnsweredRead[] = []
  private readonly sentReactions = new Map<string, SentReactions>()
  private readonly sentEdits = new Map<string, SentEdits>()
  private readonly sentPins = new Map<number, SentPin>()

  /** @param now returns virtual time, ms */
  constructor(now: () => number) {
    this.now = now
  }

  /** Records a sent message by the ledger's name. */
  note(clientId: string, body: string): void {
    this.texts.set(clientId, labelOf(body.trim()))
    if (!this.firstTries.has(clientId)) this.firstTries.set(clientId, this.now())
  }

  /** Undefined if no client used this key, because the server created the message. */
  textOf(clientId: string): string | undefined {
    return this.texts.get(clientId)
  }

  /** When a client first tried to send this message, virtual ms. Infinite if none did. */
  firstTryOf(clientId: string): number {
    return this.firstTries.get(clientId) ?? Number.POSITIVE_INFINITY
  }

  /** The server's last rejection of this message: its code and words. Undefined if the server never rejected it. */
  rejectionOf(clientId: string): string | undefined {
    return this.rejections.get(clientId)
  }

  /** Whether the server has rejected a message with this text for good [LIFE-15]. */
  wasRejectedForGood(text: string): boolean {
    const name = labelOf(text.trim())
    return [...this.rejections].some(
      ([clientId, reason]) =>
        reason.startsWith(`${resultCode.messageRejected} `) && this.texts.get(clientId) === name,
    )
  }

  /**
   * Whether the server has answered a call that reads up to this message, or one made at `since` (virtual ms) or later
   * that reads the whole conversation.
   */
  hasAnsweredRead(user: number, conversation: number, upTo: number, since: number): boolean {
    return this.answeredReads.some(
      (read) =>
        read.user === user &&
        read.conversation === conversation &&
        (Number.isFinite(read.upTo) ? read.upTo >= upTo : read.at >= since),
    )
  }

  /** The reactions that clients sent, by user and message. */
  reactions(): readonly SentReactions[] {
    return [...this.sentReactions.values()]
  }

  /** The edits that clients sent, by user and message. */
  edits(): readonly SentEdits[] {
    return [...this.sentEdits.values()]
  }

  /** The texts of edits of this user that the server rejected. They may be in a draft. */
  returnedEdits(user: number | undefined): readonly string[] {
    return this.edits().flatMap((edit) => (edit.user === user ? [...edit.returned] : []))
  }

  /** The pins that clients sent, by message. */
  pins(): ReadonlyMap<number, SentPin> {
    return this.sentPins
  }

  /** Wraps the ports of a client to record everything that it sends. */
  noting(ports: Ports): Ports {
    const { http, socket } = ports
    return {
      ...ports,
      http: {
        request: (request) => {
          const answer = http.request(request)
          return typeof request.body === 'string' ? this.follow(request, request.body, answer) : answer
        },
      },
      socket: {
        connect: (url, handlers) => {
          const received = (text: string) => {
            if (/^\{"Cmd":"(?:Group)?ChatResponse"/.test(text)) this.readAnswer(text)
            handlers.received(text)
          }
          const connection = socket.connect(url, { ...handlers, received })
          return {
            close: (code) => connection.close(code),
            send: (text) => {
              this.read(text)
              connection.send(text)
            },
          }
        },
      },
    }
  }

  private read(text: string): void {
    if (!text.includes('"ClientMsgId"')) return
    const { ClientMsgId, Message }: Readonly<Record<string, unknown>> = JSON.parse(text)
    if (typeof ClientMsgId === 'string' && typeof Message === 'string') this.note(ClientMsgId, Message)
  }

  private follow({ url }: HttpRequest, body: string, answer: Promise<HttpResponse>): Promise<HttpResponse> {
    this.read(body)
    const path = url.slice(url.lastIndexOf('/'))
    if (path === '/SendChat' || path === '/SendGroupChat')
      answer.then(({ text }) => this.readAnswer(text, body), ignored)
    if (path === '/ReactToMessage') this.followReaction(body, answer)
    if (path === '/EditMessage') this.followEdit(body, answer)
    if (path === '/PinMessage') this.followPin(body, answer)
    if (/^\/Read(?:All)?(?:Group)?Chat$/.test(path)) this.followRead(body, answer)
    return answer
  }

  /** Records the rejection of a message. The call that was answered names it if the response does not. */
  private readAnswer(text: string, call = text): void {
    if (!text.startsWith('{') || text.includes('"Code":0')) return
    const { Code, Msg }: Readonly<Record<string, unknown>> = JSON.parse(text)
    const { ClientMsgId }: Readonly<Record<string, unknown>> = JSON.parse(call)
    if (typeof ClientMsgId === 'string') this.rejections.set(ClientMsgId, `${Code} ${Msg}`)
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

  private followRead(body: string, answer: Promise<HttpResponse>): void {
    const { UID, ChatSessionID, GroupID, ChatID = 0 }: Readonly<Record<string, unknown>> = JSON.parse(body)
    const read = {
      user: Number(UID),
      conversation: Number(ChatSessionID ?? GroupID),
      upTo: Number(ChatID) || Number.POSITIVE_INFINITY,
      at: this.now(),
    }
    answer.then(({ text }) => {
      if (text.startsWith('{"Code":0')) this.answeredReads.push(read)
    }, ignored)
  }
}

/** The rejections after which a client adds the text of an edit to the draft. */
const rejectionsOfEdits: readonly number[] = [
  resultCode.messageRejected,
  resultCode.invalid,
  resultCode.forbidden,
  resultCode.notMember,
]

/** A call without a response proves nothing. */
const ignored = (): void => {}
