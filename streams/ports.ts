import type { Outcome } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { PushSetting } from '#schemas/env/environment.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { Storage } from './storage/storage.ts'
import type { UploadFile } from './upload-file.ts'

/**
 * Everything the headless core needs from a platform. Nothing below `src/` calls the platform itself:
 * a browser tab, Node, the simulation and the demo's bots each bring their own ports.
 */
export interface Ports {
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  readonly socket: SocketPort
  readonly http: HttpPort
  readonly locks: LocksPort
  readonly channel: ChannelPort
  readonly visibility: VisibilityPort
  readonly crypto: CryptoPort
  readonly notifier: NotifierPort
  /** Without one, files go out as they were picked. */
  readonly media?: MediaPort
  /** Without one, there is no push. */
  readonly push?: PushPort
  readonly report: ReportPort
}

export interface Clock {
  /** The device's wall clock, ms since 1970; may be hours off and may jump. */
  now(): number
  /** Never goes back, ms since an arbitrary start. */
  monotonic(): number
  setTimeout(callback: () => void, delay: number): TimerHandle
  clearTimeout(handle: TimerHandle): void
}
export type TimerHandle = { readonly timer: unknown }

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
}

/** Opens one connection; exactly one of the handlers' `closed` calls ends it. */
export interface SocketPort {
  connect(url: string, handlers: SocketHandlers): SocketConnection
}
export interface SocketHandlers {
  opened(): void
  /** One text frame, whole. */
  received(text: string): void
  closed(reason: { readonly code: number; readonly isClean: boolean }): void
}
export interface SocketConnection {
  send(text: string): void
  close(code?: number): void
}

export interface HttpPort {
  /** Resolves with any answer that arrived, rejects on a network failure or when `signal` aborts. */
  request(request: HttpRequest): Promise<HttpAnswer>
}
export interface HttpRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** JSON text, or the parts of a multipart form. */
  readonly body?: string | MultipartBody
  readonly signal?: AbortSignal
  /** Whether the platform keeps the cookies of the answer; else none are sent and none are kept. */
  readonly keepsCookies?: boolean
  /** Told how much of the body has left, 0 to 1, where the platform knows. */
  onProgress?(fraction: number): void
  /** Told when an answer begins to come, where the platform knows before all of it is there. */
  onAnswering?(): void
}
export interface MultipartBody {
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadFile
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

export interface LocksPort {
  /**
   * Waits for the exclusive lock `name`, holds it while `holder` runs and lets go when its promise settles.
   * `signal` gives up the wait; `holder` gets a signal that aborts if the lock is stolen.
   */
  hold<Result>(
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
  ): Promise<Result>
  /**
   * Steals the lock from its holder, ahead of waiting requests, and holds it likewise. The former holder's signal aborts
   * and its `hold` rejects with an AbortError.
   */
  steal<Result>(
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
  ): Promise<Result>
}

/** Between tabs of one origin; a tab does not hear itself. */
export interface ChannelPort {
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
}

export interface VisibilityPort {
  isVisible(): boolean
  isOnline(): boolean
  /** Called after any change of the two. */
  subscribe(listener: () => void): () => void
}

/** What a platform makes of pictures, videos and sounds before they leave. */
export interface MediaPort {
  /**
   * Makes a file smaller where its kind can be; should that fail, it is the file itself. Rejects what is above `limit` MB then.
   * Rejects with the signal's reason once that aborts.
   */
  transcode(
    file: UploadFile,
    kind: AttachmentKind,
    options: TranscodeOptions,
  ): Promise<Outcome<TranscodedFile>>
}
export interface TranscodeOptions {
  /** MB */
  readonly limit: number
  /** Told how much is done, 0 to 1. */
  onProgress(fraction: number): void
  readonly signal: AbortSignal
}
/** What goes out, with its size in pixels and its length in seconds as far as the platform can tell. */
export interface TranscodedFile {
  readonly file: UploadFile
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  /** Whether it is another file than was given. */
  readonly isCompressed?: boolean
}

/** How a person is told of a message beside the page itself. */
export interface NotifierPort {
  /** Whether a person uses this page right now: it is seen and has the keyboard. */
  hasFocus(): boolean
  /** Called whenever it has gained the focus. */
  subscribe(listener: () => void): () => void
  /** One short sound, if the platform lets it. */
  sound(): void
  /** `duration` in ms; nothing where the device cannot. */
  vibrate(duration: number): void
  /** A notification of the system, if it was permitted; it takes the place of an earlier one of this conversation. No text of a message goes there. */
  show(notification: { readonly conversation: ConversationId; readonly title: string }): void
  /** Takes it away again, every one when no conversation is named. */
  dismiss(conversation?: ConversationId): void
}

/** The push provider: the one way to a device token [NOTIF-16] (DEC-102). */
export interface PushPort {
  /**
   * The text by which the provider reaches this device; undefined where the platform has no push, or nobody has permitted
   * notifications yet. Asks no person. Rejects when the provider fails.
   */
  requestToken(setting: PushSetting): Promise<string | undefined>
  /** Called when there may be a token where there was none, or another one. */
  subscribe(listener: () => void): () => void
}

export interface CryptoPort {
  /** AES-GCM with a key derived from `secret` (HKDF-SHA-256, `purpose` as info); base64url of IV and ciphertext (DEC-71). */
  encrypt(plain: string, secret: string, purpose: string): Promise<string>
  /** Reads what `encrypt` wrote; rejects for any other text, secret or purpose. */
  decrypt(cipher: string, secret: string, purpose: string): Promise<string>
}

/** Where faults go that no person can act on; never holds message text or tokens. */
export interface ReportPort {
  fault(fault: { readonly kind: string; readonly detail: string; readonly cause?: unknown }): void
}
