import { resultCode } from '#schemas/result-codes.ts'
import { type ClientFrame, readClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import type { FaultThrottle } from '../fault-reporting.ts'
import type { Services } from '../services.ts'
import { type Locale, readLocale, say } from '../texts/say.ts'
import type { SignedInConnection } from './connection-registry.ts'
import { announcePresence } from './presence.ts'

/** The peer of one connection, whatever the kind of socket. */
export interface SocketPeer {
  send(text: string): void
  /** Closes after everything sent before. */
  close(code: number): void
  readonly address: string
  /** Whether it comes from this machine, which is not rate-limited; false by default. */
  readonly isLocal?: boolean
  /** The id of the request that opened the connection; undefined for a host without logs. */
  readonly requestId?: string | undefined
}

/** A frame with a message to send. */
export type SendFrame = Extract<ClientFrame, { Cmd: 'Chat' | 'GroupChat' }>

/** Handles frames. */
export interface FrameHandler {
  /** Sends a message after those sent before it. Resolves with the response, also if the message is rejected. */
  send(connection: Connection, principal: Principal, frame: SendFrame): Promise<ServerFrameInput>
  /** Handles any other frame. Only a login has an effect before the login. */
  handle(connection: Connection, frame: Exclude<ClientFrame, SendFrame>): Promise<void>
}

export const closeCode = {
  normal: 1000,
  tooMany: 1008,
  tooLarge: 1009,
  /** The service restarts: reconnect soon. */
  serviceRestart: 1012,
  /** Overloaded: reconnect later. */
  tryAgainLater: 1013,
  sessionOver: 4001,
  silent: 4002,
} as const

/** The longest accepted frame, in characters: 20,000 of any kind, escaped for JSON, with their quote. */
const maxFrameLength = 256 * 1024
/** The maximum number of frames waiting on one connection. */
const maxWaitingFrames = 2_000
/** The characters of the frames that wait, so that a few large ones do not fill the memory. */
const maxWaitingLength = 4 * 1024 * 1024
/** The characters of a connection's frames that are handled before other connections are served; and what each frame adds. */
const turnLength = 64 * 1024
const frameLength = 3_000
const loginWithin = 30_000
const maxRefusedLogins = 5
const silentFor = 75_000

/**
 * One connection.
 *
 *   greeted ──Login──▶ signed in
 *      │                  │
 *      └──────▶ ended ◀───┘  by the peer, a Logout, a session that is over, silence or a frame that is too large
 *
 * Frames are handled one after another, so that responses keep the order of the requests. Only messages are sent
 * without waiting for the response to the previous one, so that a person's messages can be stored together.
 */
export class Connection implements SignedInConnection {
  readonly id: number
  readonly services: Services
  readonly #peer: SocketPeer
  readonly #throttle: FaultThrottle
  readonly #frames: FrameHandler
  readonly #openedAt: number
  readonly #onEnded: () => void
  #lastReceivedAt: number
  #principal: Principal | undefined
  #locale: Locale = readLocale(undefined)
  #isFinishing = false
  #isEnded = false
  #refusedLogins = 0
  #waiting = 0
  #waitingLength = 0
  #turnLength = 0
  #tail: Promise<void> = Promise.resolve()
  #responded: Promise<void> = Promise.resolve()

  constructor(
    id: number,
    peer: SocketPeer,
    services: Services,
    throttle: FaultThrottle,
    frames: FrameHandler,
    onEnded: () => void,
  ) {
    this.id = id
    this.services = services
    this.#peer = peer
    this.#throttle = throttle
    this.#frames = frames
    this.#onEnded = onEnded
    this.#openedAt = services.clock.now()
    this.#lastReceivedAt = this.#openedAt
  }

  get principal(): Principal | undefined {
    return this.#principal
  }
  get accountId(): number {
    return this.#principal?.accountId ?? 0
  }
  get sessionId(): number {
    return this.#principal?.sessionId ?? 0
  }
  get locale(): Locale {
    return this.#locale
  }
  /** The address for rate limits; undefined if it is this machine. */
  get address(): string | undefined {
    return this.#peer.isLocal ? undefined : this.#peer.address
  }
  get isEnded(): boolean {
    return this.#isEnded
  }
  /** Whether it ends as soon as its frames are answered. */
  get isFinishing(): boolean {
    return this.#isFinishing
  }

  /** Greets the peer [SOCK-56]. */
  greet(): void {
    this.sendFrame({ Cmd: 'Connected', Time: this.services.clock.now() })
  }

  /** Greets the peer if it is within its rate limit, and ends the connection otherwise; frames wait until then. */
  greetAfter(isWithinLimit: Promise<boolean>): void {
    this.#tail = this.services.pendingWork.track(
      isWithinLimit.then((isWithin) => (isWithin ? this.greet() : this.end(closeCode.tryAgainLater))),
    )
  }

  /** Receives one text frame; it is handled after those before it. */
  receive(text: string): void {
    if (this.#isEnded || this.#isFinishing) return
    this.#lastReceivedAt = this.services.clock.now()
    const refusal = this.#refusalOf(text)
    if (refusal !== undefined) {
      this.end(refusal)
      return
    }
    this.#waiting += 1
    this.#waitingLength += text.length
    this.#tail = this.services.pendingWork.track(this.#tail.then(() => this.#handle(text)))
  }

  #refusalOf(text: string): number | undefined {
    if (text.length > maxFrameLength) return closeCode.tooLarge
    const isTooMuch = this.#waiting >= maxWaitingFrames || this.#waitingLength > maxWaitingLength
    return isTooMuch ? closeCode.tooMany : undefined
  }

  send(text: string): void {
    if (this.#isEnded) return
    this.services.metrics.frameSent()
    this.#peer.send(text)
  }

  sendFrame(frame: ServerFrameInput): void {
    this.send(JSON.stringify(frame))
  }

  /** From now on frames for this account are sent here. The response to the login leaves before any of them. */
  signIn(principal: Principal, language: string): void {
    this.#principal = principal
    this.#locale = readLocale(language)
    const isFirst = this.services.connections.add(this)
    this.sendFrame({ Cmd: 'Login', Code: 0, UID: principal.accountId, Time: this.services.clock.now() })
    this.#announcePresence('opened', isFirst)
  }

  /** Responds to a failed login; ends a connection that keeps trying. */
  refuseLogin(accountId: number, language: string): void {
    this.#sendLoginRefusal(accountId, readLocale(language))
    this.#refusedLogins += 1
    if (this.#refusedLogins >= maxRefusedLogins) this.end(closeCode.tooMany)
  }

  /** Asks a signed-in client to log in once more with a fresh access token, by the response of a failed login. */
  askForLogin(): void {
    this.#sendLoginRefusal(this.accountId, this.#locale)
  }

  #sendLoginRefusal(accountId: number, locale: Locale): void {
    const Msg = say(locale, 'not-authenticated')
    this.sendFrame({ Cmd: 'Login', Code: resultCode.notAuthenticated, UID: accountId, Msg })
  }

  /** Ends the connection from this side. */
  end(code: number = closeCode.sessionOver): void {
    if (this.#isEnded) return
    this.#peer.close(code)
    this.closed()
  }

  /** Ends the connection for a restart of the service, once the frames that have arrived are answered. */
  finish(): void {
    this.#isFinishing = true
    const answered = this.#tail.then(() => this.#responded)
    this.services.pendingWork.track(answered.then(() => this.end(closeCode.serviceRestart)))
  }

  /** The connection is gone; nothing more is sent or handled. */
  closed(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#onEnded()
    if (this.#principal) this.#announcePresence('closed', this.services.connections.remove(this))
  }

  /**
   * Ends a connection that never signed in, that was silent longer than any living client, or whose access token has
   * expired.
   */
  sweep(): void {
    const now = this.services.clock.now()
    const isIdle = !this.#principal && now - this.#openedAt > loginWithin
    if (isIdle || now - this.#lastReceivedAt > silentFor) this.end(closeCode.silent)
    else if (this.#principal && this.#principal.expiresAt <= now) this.end(closeCode.sessionOver)
  }

  async #handle(text: string): Promise<void> {
    await this.#takeTurn(text)
    this.#waiting -= 1
    this.#waitingLength -= text.length
    if (this.#isEnded) return
    const read = readClientFrame(text)
    if (!read.isValid) return this.#reportMalformed(read.kind)
    const { frame } = read
    this.services.metrics.frameReceived(frame.Cmd)
    if (isSend(frame)) return this.#send(frame)
    await this.#responded
    if (this.#isEnded) return
    try {
      await this.#frames.handle(this, frame)
    } catch (cause) {
      this.services.faults.report({ kind: 'frame', detail: frame.Cmd, cause })
    }
  }

  #reportMalformed(detail: string): void {
    const { requestId } = this.#peer
    this.#throttle.report({ kind: 'malformed-frame', detail, ...(requestId !== undefined && { requestId }) })
  }

  /** Lets others be served after some small frames or a large one. */
  async #takeTurn({ length }: string): Promise<void> {
    this.#turnLength += length + frameLength
    if (this.#turnLength < turnLength) return
    this.#turnLength = 0
    await this.services.nextTurn?.()
  }

  #send(frame: SendFrame): void {
    if (!this.#principal) return
    const response = this.#frames.send(this, this.#principal, frame)
    // A message counts as waiting until its response is sent.
    this.#waiting += 1
    const before = this.#responded
    this.#responded = this.services.pendingWork.track(this.#respond(before, response))
  }

  async #respond(before: Promise<void>, response: Promise<ServerFrameInput>): Promise<void> {
    await before
    this.sendFrame(await response)
    this.#waiting -= 1
  }

  #announcePresence(change: 'opened' | 'closed', isEdge: boolean): void {
    const { pendingWork, faults, cluster } = this.services
    if (!isEdge && !cluster) return
    pendingWork
      .track(announcePresence(this.services, change, this, isEdge))
      .catch((cause: unknown) => faults.report({ kind: 'presence', detail: 'friends were not told', cause }))
  }
}

const isSend = (frame: ClientFrame): frame is SendFrame => frame.Cmd === 'Chat' || frame.Cmd === 'GroupChat'
