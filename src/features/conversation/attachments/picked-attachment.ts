import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { type PictureEdit, unedited } from '#domain/media/picture-crop.ts'
import { canEditPicture, headerLength } from '#domain/media/picture-size.ts'
import type { UploadLimits } from '#domain/media/upload-limits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import {
  checkPickedSize,
  describePicked,
  type PickedFile,
  prepareAttachment,
  recogniseFile,
  lazyTranscode as transcode,
} from '#src/platform/media/prepare-attachment.ts'
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
  /** The attachment to send; undefined while the file is being prepared. */
  readonly outgoing: OutgoingAttachment | undefined
  /** The picture as picked and its current edit; undefined if the attachment is no still picture. */
  readonly editable?: EditablePicture | undefined
}

interface EditablePicture {
  readonly original: File
  readonly edit: PictureEdit
}

/** Whether a pick can be cropped and rotated: a still picture, unless its preparation could not decode it. */
export const canEdit = ({ editable, outgoing }: PickedAttachment): boolean =>
  editable !== undefined && (outgoing === undefined || outgoing.width !== undefined)

/**
 * The picks: attachments that the user chose for one conversation and has not sent. They stay when the conversation
 * unmounts, such as when another one opens.
 */
export interface Picks {
  readonly all: Writable<readonly PickedAttachment[]>
  /** The preparation of each attachment, by its id. */
  readonly preparations: Map<number, FilePreparation>
  /** Pending while newly chosen files are being inspected; undefined otherwise. */
  inspection: Promise<void> | undefined
}

export const createPicks = (): Picks => ({
  all: createWritable<readonly PickedAttachment[]>([]),
  preparations: new Map(),
  inspection: undefined,
})

const picksOfAccounts = new WeakMap<AccountClient, Map<ConversationId, Picks>>()

/** Returns the picks of a conversation: the same object while the account is signed in on this page. */
export function picksOf(account: AccountClient, id: ConversationId): Picks {
  const picksById = picksOfAccounts.get(account) ?? new Map<ConversationId, Picks>()
  picksOfAccounts.set(account, picksById)
  const picks = picksById.get(id) ?? createPicks()
  picksById.set(id, picks)
  return picks
}

/** Updates one attachment. */
export const updatePick = ({ all }: Picks, id: number, part: Partial<PickedAttachment>): void =>
  all.set(all.get().map((one) => (one.id === id ? { ...one, ...part } : one)))

let lastId = 0

/** Adds a file with a preview. Returns the id of the attachment. */
export function addPick({ all }: Picks, { file, kind, canBeEdited }: RecognisedFile): number {
  lastId += 1
  const { name, size } = file
  const preview = URL.createObjectURL(file)
  const editable = canBeEdited ? { original: file, edit: unedited } : undefined
  const pick = { id: lastId, name, kind, size, preview, progress: 0, outgoing: undefined, editable }
  all.set([...all.get(), pick])
  return lastId
}

/** Replaces the file of a picture with an edited one, to be prepared. Returns false if the pick cannot be edited. */
export function replacePick(picks: Picks, id: number, file: File, edit: PictureEdit): boolean {
  const pick = picks.all.get().find((one) => one.id === id)
  if (pick?.editable === undefined) return false
  picks.preparations.get(id)?.cancel()
  URL.revokeObjectURL(pick.preview)
  const { name, size } = file
  const editable = { ...pick.editable, edit }
  const preview = URL.createObjectURL(file)
  updatePick(picks, id, { name, size, preview, progress: 0, outgoing: undefined, editable })
  return true
}

/** Removes an attachment, cancels its preparation and revokes its preview URL. */
export function dropPick({ all, preparations }: Picks, id: number): void {
  for (const { preview } of all.get().filter((one) => one.id === id)) URL.revokeObjectURL(preview)
  preparations.get(id)?.cancel()
  preparations.delete(id)
  all.set(all.get().filter((one) => one.id !== id))
}

/** The preparation of a picked file for sending. */
export interface FilePreparation {
  /** Resolves with the file to send or a rejection; with undefined after a cancellation. Never rejects. */
  readonly outcome: Promise<Outcome<OutgoingAttachment> | undefined>
  /** Describes the original file, to be sent before it is prepared. Undefined if that is impossible. Never rejects. */
  describeOriginal(): Promise<OutgoingAttachment | undefined>
  cancel(): void
}

/** Starts to prepare a file. `onProgress` receives the share done, 0 to 1. */
export function prepareFile(
  picked: PickedFile,
  limits: Promise<UploadLimits>,
  onProgress: (fraction: number) => void,
): FilePreparation {
  const cancellation = new AbortController()
  const { signal } = cancellation
  const prepare = async () =>
    prepareAttachment(picked, { limits: await limits, transcode, onProgress, signal })
  const outcome = prepare().catch(() => {
    if (signal.aborted) return undefined
    return { isOk: false, rejection: { key: 'errors.invalid-file' } } as const
  })
  const describeOriginal = async () => {
    const described = await describePicked(picked, await limits).catch(() => undefined)
    return described?.isOk ? described.value : undefined
  }
  return { outcome, describeOriginal, cancel: () => cancellation.abort() }
}

interface RecognisedFile extends PickedFile {
  /** Whether it is a picture that can be cropped and rotated. */
  readonly canBeEdited: boolean
}

interface RejectedFile {
  readonly file: File
  readonly rejection: Rejection
}

/**
 * Detects the kinds of picked files and checks their sizes, in order. Empty files and files that are too large for every
 * kind are rejected before they are read.
 * @param wanted the kind to send them as; undefined to detect it from their bytes
 */
export async function recogniseFiles(
  files: readonly File[],
  wanted: AttachmentKind | undefined,
  limits: UploadLimits,
): Promise<{
  readonly recognised: readonly RecognisedFile[]
  readonly rejected: readonly RejectedFile[]
}> {
  const largest = Math.max(...Object.values(limits))
  const results = await Promise.all(
    files.map(async (file): Promise<RecognisedFile | RejectedFile> => {
      const early = checkPickedSize(file.size, wanted === undefined ? largest : limits[wanted], wanted)
      if (!early.isOk) return { file, rejection: early.rejection }
      const picked = await recogniseFile(file, wanted)
      const checked = checkPickedSize(file.size, limits[picked.kind], picked.kind)
      const canBeEdited = picked.kind === 'image' && (await isStillPicture(file))
      return checked.isOk ? { ...picked, canBeEdited } : { file, rejection: checked.rejection }
    }),
  )
  return {
    recognised: results.flatMap((result) => ('rejection' in result ? [] : [result])),
    rejected: results.flatMap((result) => ('rejection' in result ? [result] : [])),
  }
}

/** Whether a picture is not animated. False if it cannot be read, which its preparation reports. */
async function isStillPicture(file: File): Promise<boolean> {
  try {
    return canEditPicture(new Uint8Array(await file.slice(0, headerLength).arrayBuffer()))
  } catch {
    return false
  }
}
