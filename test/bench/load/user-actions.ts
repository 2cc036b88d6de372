import type { Recorder } from './load-report.ts'
import type { LoadUser, ReceivedFrame, UserHandlers } from './load-user.ts'

/** A message that is not acknowledged yet. */
interface WaitingSend {
  readonly user: LoadUser
  readonly kind: 'direct' | 'group'
  readonly due: number
  readonly fields: object
}

const words =
  'so we meet before the train leaves tomorrow and then have lunch at the station with all others'.split(' ')
const someWord = (): string => words[Math.floor(Math.random() * words.length)] ?? ''
const someText = (): string => Array.from({ length: 3 + Math.floor(Math.random() * 15) }, someWord).join(' ')

let lastId = Date.now()
const newClientId = (): string => {
  lastId += 1
  return `w${lastId}`.padEnd(20, 'x')
}

/**
 * The actions of users, and what follows from the frames they receive. Each action takes the time at which it was due,
 * so that a server that falls behind cannot hide it.
 */
export class UserActions implements UserHandlers {
  readonly #recorder: Recorder
  readonly #running = new Set<Promise<void>>()
  readonly #waiting = new Map<string, WaitingSend>()
  /** When the messages of the run were due. */
  readonly #dueAt = new Map<string, number>()
  /** The newest message of each user's friend. */
  readonly #newest = new Map<LoadUser, number>()

  constructor(recorder: Recorder) {
    this.#recorder = recorder
  }

  /** Sends the first message of a user, which all searches find. */
  async greet(user: LoadUser): Promise<void> {
    const message = { Message: words.join(' '), MsgType: 'txt', TimeStamp: Date.now() }
    await user.call('/SendChat', {
      ChatSessionID: user.conversation,
      ...message,
      ClientMsgId: newClientId(),
    })
  }

  direct(user: LoadUser, due: number): void {
    this.#send(user, 'direct', due, { ChatSessionID: user.conversation })
  }

  group(user: LoadUser, due: number): void {
    const GroupID = user.groups[Math.floor(Math.random() * user.groups.length)]
    this.#send(user, 'group', due, { GroupID })
  }

  read(user: LoadUser, due: number): void {
    const ChatID = this.#newest.get(user)
    if (ChatID !== undefined)
      this.#call(user, 'read', due, '/ReadChat', { ChatSessionID: user.conversation, ChatID })
  }

  history(user: LoadUser, due: number): void {
    this.#call(user, 'history', due, '/GetChatData', { ChatSessionID: user.conversation, Status: 2 })
  }

  search(user: LoadUser, due: number): void {
    this.#call(user, 'search', due, '/GetChatSearchResult', { Keyword: someWord() })
  }

  sync(user: LoadUser, due: number): void {
    this.#call(user, 'sync', due, '/GetAllSessionList', {})
  }

  received(user: LoadUser, { Cmd, Code, Msg, ClientMsgId = '', chat, groupchat }: ReceivedFrame): void {
    const sent = this.#waiting.get(ClientMsgId)
    if (sent && Cmd.endsWith('ChatResponse')) {
      this.#waiting.delete(ClientMsgId)
      if (Code === 0) this.#recorder.time(sent.kind, sent.due)
      else this.#recorder.fail(`${sent.kind}: ${Code} ${Msg}`)
    }
    const message = Cmd === 'Chat' ? chat : groupchat
    if (!message || (Cmd !== 'Chat' && Cmd !== 'GroupChat')) return
    if (Cmd === 'Chat') this.#newest.set(user, message.ID)
    const due = this.#dueAt.get(message.ClientMsgId)
    if (due !== undefined) this.#recorder.time(Cmd === 'Chat' ? 'direct arrival' : 'group arrival', due)
  }

  /** Sends over HTTP what the lost connection left unacknowledged, as our client does. */
  back(user: LoadUser, droppedAt: number): void {
    this.#recorder.time('reconnect', droppedAt)
    for (const [clientMessageId, sent] of this.#waiting) {
      if (sent.user !== user) continue
      this.#waiting.delete(clientMessageId)
      this.#sendByHttp(sent)
    }
  }

  failed(cause: unknown): void {
    this.#recorder.fail(`sync: ${firstLine(cause)}`)
  }

  /** Waits for all responses; those that take longer, ms, count as failures. */
  async settle(within: number): Promise<void> {
    for (const end = performance.now() + within; performance.now() < end; ) {
      if (this.#waiting.size === 0 && this.#running.size === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const { kind } of this.#waiting.values()) this.#recorder.fail(`${kind}: no response`)
    for (let missing = this.#running.size; missing > 0; missing -= 1) this.#recorder.fail('call: no response')
  }

  #send(user: LoadUser, kind: WaitingSend['kind'], due: number, target: object): void {
    const ClientMsgId = newClientId()
    const fields = {
      ...target,
      ...{ Message: someText(), MsgType: 'txt', TimeStamp: Date.now(), ClientMsgId },
    }
    const sent: WaitingSend = { user, kind, due, fields }
    this.#dueAt.set(ClientMsgId, due)
    const Cmd = kind === 'direct' ? 'Chat' : 'GroupChat'
    if (user.send({ Cmd, UserID: user.person.userId, ID: 1, ...fields })) this.#waiting.set(ClientMsgId, sent)
    else this.#sendByHttp(sent)
  }

  #sendByHttp({ user, kind, due, fields }: WaitingSend): void {
    const path = kind === 'direct' ? '/SendChat' : '/SendGroupChat'
    this.#call(user, `${kind} by HTTP`, due, path, fields)
  }

  #call(user: LoadUser, name: string, due: number, path: string, fields: object): void {
    const running = user.call(path, fields).then(
      () => this.#recorder.time(name, due),
      (cause: unknown) => this.#recorder.fail(`${name}: ${firstLine(cause)}`),
    )
    this.#running.add(running)
    void running.then(() => this.#running.delete(running))
  }
}

const firstLine = (cause: unknown): string => String(cause).split('\n', 1)[0] ?? ''
