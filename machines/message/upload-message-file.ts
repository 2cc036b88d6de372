import type { DeliveryOutcome } from '#domain/outbox/delivery.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { ClientId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { Caller } from '#streams/http/caller.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { prepareUpload, type UploadOutcome, uploadAttachment } from '#streams/outbound/upload-attachment.ts'
import type { Clock, MediaPort, Random, ReportPort, VisibilityPort } from '#streams/ports.ts'
import type { Writable } from '#streams/readable.ts'
import { isFault } from '#streams/storage/storage-error.ts'

/** The transferred fraction of each current upload, 0 to 1, by its message. It is never stored. */
export type UploadProgress = ReadonlyMap<ClientId, number>

export interface UploadServices {
  readonly log: AccountLog
  readonly caller: Caller
  readonly random: Random
  readonly media?: MediaPort | undefined
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly visibility: VisibilityPort
  readonly report: ReportPort
  readonly progress: Writable<UploadProgress>
}

/** The pause of an upload while the device has no network, ms. */
const offlinePause = 1000
/** The share of the progress bar that transcoding takes, where a file is transcoded. */
const preparationShare = 0.5

/**
 * Transcodes the file of a message if necessary, uploads it, and publishes the progress until `signal` aborts. Never
 * rejects [LIFE-02 MEDIA-33].
 */
export async function uploadMessageFile(
  services: UploadServices,
  message: UnsentMessage,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { clientId } = message
  const hideProgress = () => setProgress(services, clientId, undefined)
  signal.addEventListener('abort', hideProgress)
  const onProgress = (fraction: number) => {
    if (!signal.aborted) setProgress(services, clientId, fraction)
  }
  onProgress(0)
  const outcome = await prepareAndUpload(services, message, { signal, onProgress }).catch((cause: unknown) =>
    outcomeOfError(services, signal, cause),
  )
  if (!signal.aborted) hideProgress()
  return outcomeOfUpload(outcome, services.visibility.isOnline())
}

function setProgress({ progress }: UploadServices, clientId: ClientId, fraction: number | undefined): void {
  const next = new Map(progress.get())
  if (fraction === undefined) next.delete(clientId)
  else next.set(clientId, fraction)
  progress.set(next)
}

async function prepareAndUpload(
  services: UploadServices,
  message: UnsentMessage,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(fraction: number): void },
): Promise<UploadOutcome> {
  const share = message.attachment?.preparation ? preparationShare : 0
  const prepared = await prepareUpload(services, message, {
    signal,
    onProgress: (fraction) => onProgress(share * fraction),
  })
  if (!prepared.isOk)
    return { kind: 'rejected', code: resultCode.failed, text: '', rejection: prepared.rejection }
  const { caller, log } = services
  return uploadAttachment({ caller, files: log.files }, prepared.value, signal, (fraction) =>
    onProgress(share + (1 - share) * fraction),
  )
}

/** The pause of an upload while the storage cannot read its file or store the transcoded one, ms. */
const storagePause = 1000

/**
 * The message stays pending while the storage fails. A rejection would let the later parts of its send pass, and is
 * lost with this tab if the storage does not take it: the next tab would then send the file after them (DEC-108).
 */
function outcomeOfError({ report }: UploadServices, signal: AbortSignal, cause: unknown): UploadOutcome {
  if (isFault(cause)) return { kind: 'limited', retryAfter: storagePause }
  if (!signal.aborted) report.fault({ kind: 'upload', detail: 'could not be made ready', cause })
  return { kind: 'rejected', code: resultCode.failed, text: '', rejection: { key: 'upload.failed' } }
}

/** Without a network no try could succeed, so that a pause follows; with one, the upload has failed [MEDIA-35]. */
function outcomeOfUpload(outcome: UploadOutcome, isOnline: boolean): DeliveryOutcome {
  if (outcome.kind === 'uploaded' || outcome.kind === 'limited') return outcome
  if (outcome.kind === 'unreachable' && !isOnline) return { kind: 'limited', retryAfter: offlinePause }
  const { code, text, rejection } =
    outcome.kind === 'rejected' ? outcome : { code: resultCode.failed, text: '', rejection: undefined }
  return {
    kind: 'rejected',
    code,
    text,
    isForGood: code === resultCode.messageRejected,
    rejection: rejection ?? { key: 'upload.failed' },
  }
}
