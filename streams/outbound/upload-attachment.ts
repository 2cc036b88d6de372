import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { checkFileSize } from '#domain/media/upload-limits.ts'
import { mediaOf, writeAttachment } from '#domain/message/message-body.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { Attachment } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { uploadFile } from '../api/files.ts'
import { randomId } from '../clock/random-text.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, MediaPort, Random, ReportPort, TranscodedFile } from '../ports.ts'
import type { LocalFiles } from '../storage/storage.ts'
import type { UploadFile } from '../upload-file.ts'

export interface AttachmentUploadServices {
  readonly caller: Caller
  readonly files: LocalFiles
}

/** The result of an upload after all its attempts. */
export type UploadOutcome =
  /** `body` is the new body of the message. */
  | { readonly kind: 'uploaded'; readonly body: string }
  /** No response after all retries. */
  | { readonly kind: 'unreachable' }
  /** Rate limited for a short time, or the storage cannot be read now. Continues after `retryAfter` ms. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** Rejected by the server, or the file is missing on this device; `text` is the server's, otherwise empty. */
  | {
      readonly kind: 'rejected'
      readonly code: number
      readonly text: string
      /** A rejection by this device. */
      readonly rejection?: Rejection
    }

/** The wait if a rate limit names no time, ms. */
const defaultRetryAfter = 1000
/** A message whose upload must wait longer fails, so that the user sees why and decides about a retry, ms. */
const longestWait = 60_000

/**
 * Uploads the file of a message. Retries network failures five times [MEDIA-31 MEDIA-32]. `onProgress` gets the sent
 * fraction, 0 to 1.
 * @throws the error of a storage that cannot read the file
 */
export async function uploadAttachment(
  { caller, files }: AttachmentUploadServices,
  { attachment, clientId, conversationId, type }: UnsentMessage,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<UploadOutcome> {
  const file = attachment && (await files.read(attachment.fileKey))
  if (!attachment || !file) return { kind: 'rejected', code: resultCode.notFound, text: '' }
  const upload = {
    file,
    conversation: conversationId,
    kind: attachmentKindOf(type),
    isCompressed: attachment.isCompressed,
    message: clientId,
  }
  const result = await uploadFile(caller, upload, { signal, onProgress })
  if (result.isOk) {
    const { address, size } = result.data
    return size !== undefined && size !== file.size ? unusable : namedBy(address, type, attachment)
  }
  const { kind, code, rejection, retryAfter } = result.failure
  if (kind === 'network' || kind === 'timed-out') return { kind: 'unreachable' }
  const wait = retryAfter ?? defaultRetryAfter
  if (code === resultCode.limited && wait <= longestWait) return { kind: 'limited', retryAfter: wait }
  return { kind: 'rejected', code: code ?? resultCode.failed, text: rejection.text ?? '' }
}

/** An address that cannot be parsed is as bad as none [MEDIA-19], and so is a partial upload. */
function namedBy(address: string, type: MessageType, attachment: Attachment): UploadOutcome {
  const body = writeAttachment(type, address, attachment)
  return mediaOf({ type, body }) ? { kind: 'uploaded', body } : unusable
}

const unusable: UploadOutcome = { kind: 'rejected', code: resultCode.failed, text: '' }

interface PreparationServices {
  readonly log: AccountLog
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly random: Random
  readonly report: ReportPort
  /** Absent: files are uploaded unchanged. */
  readonly media?: MediaPort | undefined
}

interface PreparationOptions {
  readonly signal: AbortSignal
  onProgress(fraction: number): void
}

const unreadable = rejectedBecause({ key: 'upload.failed' })

/**
 * Transcodes the file of a message unless that is done, and records the result before the upload, so that a retry
 * uploads the same bytes (DEC-167). Returns the message to upload. Rejects a file that is too large after
 * transcoding, or that is missing.
 * @throws the signal's reason when it aborts; the error of a storage that cannot read the file or record the result
 */
export async function prepareUpload(
  services: PreparationServices,
  message: UnsentMessage,
  options: PreparationOptions,
): Promise<Outcome<UnsentMessage>> {
  const { attachment } = message
  if (!attachment?.preparation) return succeeded(message)
  const picked = await services.log.files.read(attachment.fileKey)
  if (!picked) return preparedElsewhere(services, message)
  const made = await transcode(services.media, picked, message, { ...options, ...attachment.preparation })
  options.signal.throwIfAborted()
  if (!made.isOk) return made
  const ready = await storeTranscoded(services, message, attachment, made.value, picked, options.signal)
  options.signal.throwIfAborted()
  return ready ? succeeded(ready) : unreadable
}

/**
 * Returns the message as another tab has prepared it. A new leader may not have read that yet, and the old one has
 * removed the picked file. Rejects with a StorageError while the storage cannot be read.
 */
async function preparedElsewhere(
  { log }: PreparationServices,
  message: UnsentMessage,
): Promise<Outcome<UnsentMessage>> {
  await log.catchUp()
  const known = waitingIn(log, message)
  return known?.attachment && !known.attachment.preparation ? succeeded(known) : unreadable
}

function transcode(
  media: MediaPort | undefined,
  file: UploadFile,
  { type }: UnsentMessage,
  options: PreparationOptions & { readonly limit: number },
): Promise<Outcome<TranscodedFile>> {
  const kind = attachmentKindOf(type) ?? 'file'
  if (media) return media.transcode(file, kind, options)
  const checked = checkFileSize(file.size, options.limit)
  return Promise.resolve(checked.isOk ? succeeded({ file }) : checked)
}

/**
 * Stores the transcoded file next to the original, which is removed once the log names the new one. Removes the new
 * file if the log does not name it, because the message may be discarded or prepared by another tab meanwhile.
 * Returns undefined if the message has left the outbox.
 */
async function storeTranscoded(
  services: PreparationServices,
  message: UnsentMessage,
  before: Attachment,
  made: TranscodedFile,
  picked: UploadFile,
  signal: AbortSignal,
): Promise<UnsentMessage | undefined> {
  const { log, clock, random } = services
  if (made.file.content === picked.content) {
    await recordPrepared(services, message, before, made, before.fileKey)
    return waitingIn(log, message)
  }
  const fileKey = randomId(random)
  try {
    await log.files.put(fileKey, made.file, clock.now())
    const isWanted = !signal.aborted && waitingIn(log, message)?.attachment?.preparation
    if (isWanted) await recordPrepared(services, message, before, made, fileKey)
    return waitingIn(log, message)
  } finally {
    if (waitingIn(log, message)?.attachment?.fileKey !== fileKey) await discard(services, fileKey)
  }
}

const waitingIn = (log: AccountLog, { clientId }: UnsentMessage): UnsentMessage | undefined =>
  log.outbox.get().messages.find((one) => one.clientId === clientId)

/** Records the transcoded file. If another tab has recorded one before, that one counts. */
async function recordPrepared(
  { log, serverTime }: PreparationServices,
  { clientId, conversationId: stream }: UnsentMessage,
  { preparation: _, ...known }: Attachment,
  { file, ...measured }: TranscodedFile,
  fileKey: string,
): Promise<void> {
  const facts = { fileKey, name: file.name, contentType: file.type, size: file.size }
  // The duration that the recorder measured is the most exact one.
  const seconds = known.seconds ?? measured.seconds
  const attachment: Attachment = { ...known, ...facts, ...measured, ...(seconds ? { seconds } : {}) }
  const common = { stream, occurredAt: serverTime.now(), origin: 'local' } as const
  await log.append([{ ...common, type: 'MessagePrepared', data: { clientId, attachment } }])
}

const discard = ({ log, report }: PreparationServices, fileKey: string): Promise<void> =>
  log.files.remove(fileKey).catch((cause: unknown) => {
    report.fault({ kind: 'local file', detail: 'an unused transcoded file could not be removed', cause })
  })
