import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { UploadLimits } from '#domain/media/upload-limits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { lazyTranscode as transcode } from '#src/platform/media/lazy-transcode.ts'
import {
  checkPickedSize,
  describePicked,
  type PickedFile,
  prepareAttachment,
} from '#src/platform/media/prepare-attachment.ts'
import { recogniseFile } from '#src/platform/media/recognise-file.ts'
import { createWritable, type Writable } from '#streams/readable.ts'

/** An attachment that the user chose and has not sent. */
export interface PickedAttachment {
  readonly id: number
  readonly name: string
  readonly kind: AttachmentKind
  /** Bytes, as picked. */
  readonly size: number
  /** An object URL of the file. */
  readonly preview: string
  /** The progress of transcoding, 0 to 1. */
  readonly progress: number
  /** Undefined while the file is being prepared. */
  readonly outgoing: OutgoingAttachment | undefined
}

/**
 * The attachments picked in one conversation. They outlive the screen, which a narrower window or another conversation
 * unmounts.
 */
export interface Picks {
  readonly all: Writable<readonly PickedAttachment[]>
  /** The preparation of each attachment, by its id. */
  readonly works: Map<number, PreparedFile>
  /** Pending while newly chosen files are being inspected. */
  looking: Promise<void> | undefined
}

export const createPicks = (): Picks => ({
  all: createWritable<readonly PickedAttachment[]>([]),
  works: new Map(),
  looking: undefined,
})

const picksOfAccounts = new WeakMap<AccountClient, Map<ConversationId, Picks>>()

/** Returns the picks of a conversation: the same object while the account is signed in on this page. */
export function picksOf(account: AccountClient, id: ConversationId): Picks {
  const known = picksOfAccounts.get(account) ?? new Map<ConversationId, Picks>()
  picksOfAccounts.set(account, known)
  const picks = known.get(id) ?? createPicks()
  known.set(id, picks)
  return picks
}

/** Updates one attachment. */
export const updatePick = ({ all }: Picks, id: number, part: Partial<PickedAttachment>): void =>
  all.set(all.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

/** Removes an attachment, cancels its preparation and revokes its preview URL. */
export function dropPick({ all, works }: Picks, id: number): void {
  for (const { preview } of all.get().filter((one) => one.id === id)) URL.revokeObjectURL(preview)
  works.get(id)?.cancel()
  works.delete(id)
  all.set(all.get().filter((one) => one.id !== id))
}

/** A file being prepared for sending. */
export interface PreparedFile {
  /** Undefined after it was cancelled. */
  readonly outcome: Promise<Outcome<OutgoingAttachment> | undefined>
  /** The original file, to be sent before it is prepared; undefined when that is impossible. */
  asPicked(): Promise<OutgoingAttachment | undefined>
  cancel(): void
}

/** Starts to prepare a file. `onProgress` receives the share done, 0 to 1. */
export function prepareFile(
  picked: PickedFile,
  limits: Promise<UploadLimits>,
  onProgress: (fraction: number) => void,
): PreparedFile {
  const over = new AbortController()
  const { signal } = over
  const work = async () => prepareAttachment(picked, { limits: await limits, transcode, onProgress, signal })
  const outcome = work().catch(() => {
    if (signal.aborted) return undefined
    return { isOk: false, rejection: { key: 'errors.invalid-file' } } as const
  })
  const asPicked = async () => {
    const taken = await describePicked(picked, await limits).catch(() => undefined)
    return taken?.isOk ? taken.value : undefined
  }
  return { outcome, asPicked, cancel: () => over.abort() }
}

interface RejectedFile {
  readonly file: File
  readonly rejection: Rejection
}

/**
 * Returns the kinds of picked files, in order. Empty files and files too large for any kind are rejected before they
 * are read.
 */
export async function recogniseFiles(
  files: readonly File[],
  wanted: AttachmentKind | undefined,
  limits: UploadLimits,
): Promise<{ readonly recognised: readonly PickedFile[]; readonly rejected: readonly RejectedFile[] }> {
  const largest = Math.max(...Object.values(limits))
  const looked = await Promise.all(
    files.map(async (file) => {
      const early = checkPickedSize(file.size, wanted === undefined ? largest : limits[wanted], wanted)
      if (!early.isOk) return { file, rejection: early.rejection }
      const picked = await recogniseFile(file, wanted)
      const checked = checkPickedSize(file.size, limits[picked.kind], picked.kind)
      return checked.isOk ? picked : { file, rejection: checked.rejection }
    }),
  )
  return {
    recognised: looked.flatMap((one) => ('rejection' in one ? [] : [one])),
    rejected: looked.flatMap((one) => ('rejection' in one ? [one] : [])),
  }
}
