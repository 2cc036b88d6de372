import type { Outcome } from '#domain/commands/command.ts'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { checkFileSize } from '#domain/media/upload-limits.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { Attachment } from '#schemas/log/message.ts'
import { randomId } from '../clock/random-text.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, MediaPort, Random, ReportPort, TranscodedFile } from '../ports.ts'
import type { UploadFile } from '../upload-file.ts'

export interface PreparationServices {
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
 * transcoding, or that cannot be read or stored. Throws the signal's reason when it aborts.
 */
export async function prepareUpload(
  services: PreparationServices,
  message: UnsentMessage,
  options: PreparationOptions,
): Promise<Outcome<UnsentMessage>> {
  const { attachment } = message
  if (!attachment?.preparation) return succeeded(message)
  const picked = await services.log.files.read(attachment.fileKey).catch(() => undefined)
  if (!picked) return unreadable
  const made = await transcode(services.media, picked, message, { ...options, ...attachment.preparation })
  options.signal.throwIfAborted()
  if (!made.isOk) return made
  const ready = await writeDown(services, message, attachment, made.value, picked, options.signal).catch(
    () => undefined,
  )
  options.signal.throwIfAborted()
  return ready ? succeeded(ready) : unreadable
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
async function writeDown(
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

/** Another tab may have been first. Its result counts. */
async function recordPrepared(
  { log, serverTime }: PreparationServices,
  { clientId, conversationId: stream }: UnsentMessage,
  { preparation: _, ...known }: Attachment,
  { file, ...figures }: TranscodedFile,
  fileKey: string,
): Promise<void> {
  const facts = { fileKey, name: file.name, contentType: file.type, size: file.size }
  // The recorder knows the duration of a recording best.
  const seconds = known.seconds ?? figures.seconds
  const attachment: Attachment = { ...known, ...facts, ...figures, ...(seconds ? { seconds } : {}) }
  const common = { stream, occurredAt: serverTime.now(), origin: 'local' } as const
  await log.append([{ ...common, type: 'MessagePrepared', data: { clientId, attachment } }])
}

const discard = ({ log, report }: PreparationServices, fileKey: string): Promise<void> =>
  log.files.remove(fileKey).catch((cause: unknown) => {
    report.fault({ kind: 'local file', detail: 'made for nothing, could not be removed', cause })
  })
