import type { Outcome } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { PushSetting } from '#schemas/env/environment.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
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
  /** Absent: each tab starts with the account that was chosen last on the device. */
  readonly tabAccount?: TabAccountPort
  /** Absent: files are uploaded unchanged. */
  readonly media?: MediaPort
  /** Absent: no push. */
  readonly push?: PushPort
  readonly report: ReportPort
}

export interface Clock {
  /** The device's wall clock, ms since 1970. It may be hours off and may jump. */
  now(): number
  /** Milliseconds since an arbitrary start. Never goes back. */
  monotonic(): number
  setTimeout(callback: () => void, delay: number): TimerHandle
  clearTimeout(handle: TimerHandle): void
}
export type TimerHandle = { readonly timer: unknown }

export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
}

/** Opens a connection. Exactly one call of `closed` ends it. */
export interface SocketPort {
  connect(url: string, handlers: SocketHandlers): SocketConnection
}
export interface SocketHandlers {
  opened(): void
  /** One whole text frame. */
  received(text: string): void
  closed(reason: { readonly code: number; readonly isClean: boolean }): void
}
export interface SocketConnection {
  send(text: string): void
  close(code?: number): void
}

export interface HttpPort {
  /** Resolves with any response. Rejects on a network failure or when `signal` aborts. */
  request(request: HttpRequest): Promise<HttpResponse>
}
export interface HttpRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** JSON text, or the parts of a multipart form. */
  readonly body?: string | MultipartBody
  readonly signal?: AbortSignal
  /** Whether cookies of the response are stored; otherwise none are sent or stored. */
  readonly keepsCookies?: boolean
  /** Called with the sent fraction of the body, 0 to 1, if the platform knows it. */
  onProgress?(fraction: number): void
  /** Called when a response begins, if the platform knows before it is complete. */
  onResponding?(): void
}
export interface MultipartBody {
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadFile
}

export interface HttpResponse {
  readonly status: number
  readonly text: string
}

export interface LocksPort {
  /**
   * Waits for the exclusive lock `name`, holds it while `holder` runs, and releases it when its promise settles.
   * `signal` cancels the wait. `holder` gets a signal that aborts if the lock is stolen.
   */
  hold<Result>(
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
  ): Promise<Result>
  /**
   * Steals the lock from its owner, before waiting requests, and holds it like `hold`. The former owner's signal
   * aborts, and its `hold` rejects with an AbortError.
   */
  steal<Result>(
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
  ): Promise<Result>
}

/**
 * The account that this tab has open, stored over reloads. Tabs of one device may have different accounts open. Never
 * throws.
 */
export interface TabAccountPort {
  /** `none` after the tab has signed out; undefined in a new tab, which starts with the device's choice. */
  read(): UserId | 'none' | undefined
  write(account: UserId | 'none'): void
}

/** Messages between tabs of one origin. A tab does not receive its own. */
export interface ChannelPort {
  post(message: unknown): void
  subscribe(listener: (message: unknown) => void): () => void
}

export interface VisibilityPort {
  isVisible(): boolean
  isOnline(): boolean
  /** Calls the listener after a change of either. */
  subscribe(listener: () => void): () => void
}

/** Transcodes media before the upload. */
export interface MediaPort {
  /**
   * Transcodes a file. Returns the original if that fails. Rejects a result above `limit` MB. Throws the signal's
   * reason when it aborts.
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
  /** Called with the finished fraction, 0 to 1. */
  onProgress(fraction: number): void
  readonly signal: AbortSignal
}
/** The file to upload, with dimensions in pixels and duration in seconds if the platform can determine them. */
export interface TranscodedFile {
  readonly file: UploadFile
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  /** Whether the file differs from the original. */
  readonly isCompressed?: boolean
}

/** Notifies the user of messages outside the page. */
export interface AccountNotification {
  readonly account: UserId
  /** The account's name; only while the tab has another account open. */
  readonly accountName?: string | undefined
  readonly conversation: ConversationId
  readonly title: string
}

export interface NotifierPort {
  /** Whether the page is visible and has the keyboard focus. */
  hasFocus(): boolean
  /** Calls the listener when the page has gained the focus. */
  subscribe(listener: () => void): () => void
  /** Plays a short sound, if allowed. */
  sound(): void
  /** Vibrates for `duration` ms, if supported. */
  vibrate(duration: number): void
  /**
   * Shows a system notification, if permitted. It replaces an earlier one of this account and conversation. Contains no
   * message text.
   */
  show(notification: AccountNotification): void
  /** Removes the notification of a conversation; all of the account if none is given. */
  dismiss(account: UserId, conversation?: ConversationId): void
}

/** The push provider, which issues device tokens [NOTIF-16] (DEC-102). */
export interface PushPort {
  /**
   * Returns the device token; undefined if push is not supported or notifications are not permitted yet. Does not ask
   * the user. Rejects if the provider fails.
   */
  requestToken(setting: PushSetting): Promise<string | undefined>
  /** Ends the device token without the server. Calls the listeners, so that accounts that still need a token request one. */
  revokeToken(): Promise<void>
  /** Calls the listener when a token may be available or may have changed. */
  subscribe(listener: () => void): () => void
}

export interface CryptoPort {
  /**
   * AES-GCM with a key derived from `secret` (HKDF-SHA-256, `purpose` as info). Returns base64url of IV and
   * ciphertext (DEC-71).
   */
  encrypt(plain: string, secret: string, purpose: string): Promise<string>
  /** Decrypts the output of `encrypt`. Rejects for another text, secret or purpose. */
  decrypt(cipher: string, secret: string, purpose: string): Promise<string>
}

/** Receives faults that the user cannot act on. Never gets message texts or tokens. */
export interface ReportPort {
  fault(fault: { readonly kind: string; readonly detail: string; readonly cause?: unknown }): void
}

/** A notifier without output, for bots, load generators and tests. */
export const silentNotifier: NotifierPort = {
  hasFocus: () => true,
  subscribe: () => () => undefined,
  sound: () => undefined,
  vibrate: () => undefined,
  show: () => undefined,
  dismiss: () => undefined,
}
