import type { AttachmentPart, Command, Outcome } from '#domain/commands/command.ts'
import { rejectedBecause } from '#domain/http/rejection.ts'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import {
  checkFileSize,
  settingsBeforeServer,
  type UploadLimits,
  uploadLimitsOf,
} from '#domain/media/upload-limits.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import type { ServiceSettings } from '#schemas/translate/service-settings.ts'
import { randomId } from '#streams/clock/random-text.ts'
import { sleep } from '#streams/clock/timing.ts'
import type { Lookup } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import type { UploadFile } from '#streams/upload-file.ts'

/** A file to send, with its dimensions in pixels and its duration if this platform can determine them. */
export interface OutgoingAttachment {
  readonly kind: AttachmentKind
  readonly file: UploadFile
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  readonly isCompressed?: boolean
  /** Present if the file is to be transcoded before its upload, to at most `limit` MB. */
  readonly preparation?: { readonly limit: number }
}

/** Files of messages, sent and received. */
export interface MediaOperations {
  /**
   * Stores the file on this device and its message in the log; the outbox uploads and sends it, also after a reload.
   * Rejects an empty file, one that is too large, and one that this device cannot store.
   */
  sendAttachment(
    conversation: ConversationId,
    attachment: OutgoingAttachment,
    quote?: QuotedMessage,
  ): Promise<Outcome>
  /**
   * Resolves with the maximum size of each kind that this user may send, in MB, in a conversation if one is given.
   * Defaults apply until the server's settings are known.
   */
  uploadLimits(conversation?: ConversationId): Promise<UploadLimits>
  /** Resolves with the maximum duration of a voice message, ms [REC-06]. */
  longestRecording(): Promise<number>
  /** The progress of each upload of this tab, 0 to 1, by message. */
  readonly progress: Readable<ReadonlyMap<ClientId, number>>
  /** Resolves with the file of an unsent message, by its attachment's key; undefined once it was sent or discarded. */
  localFile(fileKey: string): Promise<UploadFile | undefined>
  /**
   * Requests the cookie that lets the platform fetch message files, unless a recent one is valid (DEC-114).
   * @param isForced requests a new one even then
   * @returns false if the server did not respond, or rejected the request
   */
  ensureFileCookie(isForced?: boolean): Promise<boolean>
}

/** Stores attachments before the composer sends them as parts of one send. */
export interface AttachmentStore {
  /**
   * Stores the file on this device. It is removed as a leftover if it gets no message within a minute. Rejects like
   * `sendAttachment`.
   */
  storeAttachment(
    conversation: ConversationId,
    attachment: OutgoingAttachment,
  ): Promise<Outcome<AttachmentPart>>
  /** Removes a stored file that gets no message. Never rejects: if it fails, the next leader tab removes the file. */
  discardStored(fileKey: string): Promise<void>
}

/** The age at which a new file cookie is requested, well before the old one expires, ms. */
const fileCookieRenewalAge = 12 * 60 * 60_000
/** How long a caller waits for the server's settings, ms. */
const settingsTimeout = 3000
/** The type of an account that is not an admin's [USER-01]. Assumed until the profile is known. */
const normalAccountType = 1

interface MediaServices {
  readonly core: AccountCore
  /** The server's settings, which determine the limits [USER-10]. */
  readonly settings: Lookup<ServiceSettings>
  dispatch(command: Command): Promise<Outcome>
}

/** Creates the operations on files of messages. */
export function createMediaOperations({
  core,
  dispatch,
  settings,
}: MediaServices): MediaOperations & AttachmentStore {
  const { caller, log, ports } = core
  let fileCookie: { readonly isValid: Promise<boolean>; readonly requestedAt: number } | undefined

  const knownSettings = () => {
    const state = settings.get()
    return state.status === 'ready' ? state.value : undefined
  }

  async function requestFileCookie(): Promise<boolean> {
    // The conversation list shows no files of messages, so this call is no part of the first load.
    const files = await import('#streams/api/files.ts').catch(() => undefined)
    const isOk = files !== undefined && (await files.requestFileCookie(caller)).isOk
    if (!isOk) fileCookie = undefined
    return isOk
  }

  const friendIn = (id: ConversationId | undefined) => {
    const peerId = log.conversations.get().find((one) => one.id === id)?.peerId
    return log.friends.get().find(({ userId }) => userId === peerId)
  }
  const limitsNow = (id: ConversationId | undefined) =>
    uploadLimitsOf(
      knownSettings() ?? settingsBeforeServer,
      log.profile.get()?.type ?? normalAccountType,
      friendIn(id)?.accountType,
    )

  /** Waits for the server only if no settings are known and the device is online. */
  async function requestSettings(): Promise<void> {
    const fresh = settings.fresh()
    if (knownSettings() || !ports.visibility.isOnline()) return
    await Promise.race([fresh, sleep(ports.clock, settingsTimeout)])
  }

  async function storeAttachment(
    conversationId: ConversationId,
    outgoing: OutgoingAttachment,
  ): Promise<Outcome<AttachmentPart>> {
    const { file, kind, ...properties } = outgoing
    const checked = checkFileSize(file.size, limitsNow(conversationId)[kind])
    // A file that is transcoded first is checked against the limit afterwards.
    if (!checked.isOk && (properties.preparation === undefined || file.size === 0)) return checked
    const fileKey = randomId(ports.random)
    try {
      await log.files.put(fileKey, file, ports.clock.now())
    } catch (cause) {
      ports.report.fault({ kind: 'local file', detail: 'could not be stored', cause })
      return rejectedBecause({ key: 'errors.storage-failed' })
    }
    const attachment = { fileKey, name: file.name, contentType: file.type, size: file.size, ...properties }
    return { isOk: true, value: { kind, attachment } }
  }

  const discardStored = (fileKey: string): Promise<void> => log.files.remove(fileKey).catch(() => undefined)

  async function sendAttachment(
    conversationId: ConversationId,
    outgoing: OutgoingAttachment,
    quote?: QuotedMessage,
  ): Promise<Outcome> {
    const stored = await storeAttachment(conversationId, outgoing)
    if (!stored.isOk) return stored
    const { attachment, kind } = stored.value
    const command = { type: 'SendAttachment', conversationId, kind, attachment } as const
    const outcome = await dispatch(quote ? { ...command, quote } : command)
    if (!outcome.isOk) await discardStored(attachment.fileKey)
    return outcome
  }

  return {
    storeAttachment,
    discardStored,
    sendAttachment,
    uploadLimits: (conversation) => requestSettings().then(() => limitsNow(conversation)),
    longestRecording: () => requestSettings().then(() => longestRecording(knownSettings()?.longestRecording)),
    progress: core.uploadProgress,
    localFile: (fileKey) => log.files.read(fileKey).catch(() => undefined),
    ensureFileCookie(isForced = false) {
      const now = ports.clock.monotonic()
      if (!fileCookie || isForced || now - fileCookie.requestedAt > fileCookieRenewalAge)
        fileCookie = { isValid: requestFileCookie(), requestedAt: now }
      return fileCookie.isValid
    },
  }
}
