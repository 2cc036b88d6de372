import type { LogEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { HttpRequest, HttpResponse, MultipartBody, Ports } from '#streams/ports.ts'
import type { AccountStorage } from '#streams/storage/storage.ts'
import { labelOf } from './scenario/attachments.ts'
import { ignored, SentExtensions } from './sent-extensions.ts'

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

/** All messages that clients sent to the backend, by idempotency key, which identifies a row whose text is erased. */
export class SentMessages {
  private readonly now: () => number
  private readonly texts = new Map<string, string>()
  private readonly firstTries = new Map<string, number>()
  private readonly triesAfterUpload = new Map<string, number>()
  private readonly rejections = new Map<string, string>()
  private readonly answeredReads: AnsweredRead[] = []
  readonly extensions = new SentExtensions()
  private readonly uploadTimes = new Map<string, number[]>()
  private readonly repeatedUploads = new Map<string, number>()
  private readonly failedUploads = new Set<string>()

  /** @param now returns virtual time, ms */
  constructor(now: () => number) {
    this.now = now
  }

  /** Records a sent message by the ledger's name. */
  note(clientId: string, body: string): void {
    this.texts.set(clientId, labelOf(body.trim()))
    if (!this.firstTries.has(clientId)) this.firstTries.set(clientId, this.now())
    if (!this.triesAfterUpload.has(clientId)) this.triesAfterUpload.set(clientId, this.now())
    this.endRepeatedUpload(clientId)
  }

  /** Records that a client has begun to upload the file of this message. */
  noteUploadCall(clientId: string): void {
    if (this.firstTries.has(clientId)) this.repeatedUploads.set(clientId, Number.POSITIVE_INFINITY)
    this.triesAfterUpload.delete(clientId)
  }

  /** Records that a client has stored that the file of this message is on the server. */
  noteUploadStored(clientId: string): void {
    if (!this.firstTries.has(clientId))
      this.uploadTimes.set(clientId, [...this.uploadTimesOf(clientId), this.now()])
    this.endRepeatedUpload(clientId)
  }

  /** Undefined if no client used this key, because the server created the message. */
  textOf(clientId: string): string | undefined {
    return this.texts.get(clientId)
  }

  /** When a client first tried to send this message, virtual ms. Infinite if none did. */
  firstTryOf(clientId: string): number {
    return this.firstTries.get(clientId) ?? Number.POSITIVE_INFINITY
  }

  /** When a client first tried to send this message since the last upload of its file began, virtual ms, or infinite. */
  firstTryAfterUploadOf(clientId: string): number {
    return this.triesAfterUpload.get(clientId) ?? Number.POSITIVE_INFINITY
  }

  /** When clients stored that the file of this message is on the server, before they sent it, virtual ms. */
  uploadTimesOf(clientId: string): readonly number[] {
    return this.uploadTimes.get(clientId) ?? []
  }

  /**
   * When a client had uploaded the file of this message again after a try: when it stored that, or sent the message
   * again, virtual ms. Infinite during that upload, undefined without one.
   */
  repeatedUploadOf(clientId: string): number | undefined {
    return this.repeatedUploads.get(clientId)
  }

  /** Whether an upload of the file of this message has failed. */
  hasFailedUpload(clientId: string): boolean {
    return this.failedUploads.has(clientId)
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

  /** Wraps the ports of a client to record everything that it sends. */
  noting(ports: Ports): Ports {
    const { http, socket, storage } = ports
    return {
      ...ports,
      storage: { ...storage, open: async (account) => this.followLog(await storage.open(account)) },
      http: {
        request: (request) => {
          const answer = http.request(request)
          if (typeof request.body === 'string') return this.follow(request, request.body, answer)
          if (request.body) this.followUpload(request, request.body, answer)
          return answer
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
    this.extensions.follow(path, body, answer)
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

  private followUpload(
    { signal }: HttpRequest,
    { fields: { ClientMsgId: clientId } }: MultipartBody,
    answer: Promise<HttpResponse>,
  ): void {
    if (clientId === undefined) return
    this.noteUploadCall(clientId)
    const failed = () => void this.failedUploads.add(clientId)
    answer.then(
      ({ text }) => (text.startsWith('{"Code":0') ? undefined : failed()),
      () => (signal?.aborted ? undefined : failed()),
    )
  }

  /** Records when uploads are stored in the log. */
  private followLog(storage: AccountStorage): AccountStorage {
    return {
      ...storage,
      appendSegment: async (build) => {
        let events: readonly LogEvent[] = []
        const appended = await storage.appendSegment((segment) => {
          events = build(segment)
          return events
        })
        for (const { type, data } of events)
          if (type === 'MessageUploaded') this.noteUploadStored(data.clientId)
        return appended
      },
    }
  }

  private endRepeatedUpload(clientId: string): void {
    if (this.repeatedUploads.get(clientId) === Number.POSITIVE_INFINITY)
      this.repeatedUploads.set(clientId, this.now())
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
