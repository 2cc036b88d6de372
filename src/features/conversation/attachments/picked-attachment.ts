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
  /** Undefined while the file is being prepared. */
  readonly outgoing: OutgoingAttachment | undefined
  /** The picture as picked and its current edit; undefined if the attachment cannot be edited. */
  readonly editable?: EditablePicture | undefined
}

interface EditablePicture {
  readonly original: File
  readonly edit: PictureEdit
}

/** Whether a pick can be cropped and turned: a still picture, unless its preparation could not decode it. */
export const canEdit = ({ editable, outgoing }: PickedAttachment): boolean =>
  editable !== undefined && (outgoing === undefined || outgoing.width !== undefined)

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

/** Replaces the file of a picture with an edited one, which must be prepared again. Returns whether it did. */
export function replacePick(picks: Picks, id: number, file: File, edit: PictureEdit): boolean {
  const pick = picks.all.get().find((one) => one.id === id)
  if (pick?.editable === undefined) return false
  picks.works.get(id)?.cancel()
  URL.revokeObjectURL(pick.preview)
  const { name, size } = file
  const editable = { ...pick.editable, edit }
  const preview = URL.createObjectURL(file)
  updatePick(picks, id, { name, size, preview, progress: 0, outgoing: undefined, editable })
  return true
}

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

interface RecognisedFile extends PickedFile {
  /** Whether it is a picture that can be cropped and turned. */
  readonly canBeEdited: boolean
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
): Promise<{
  readonly recognised: readonly RecognisedFile[]
  readonly rejected: readonly RejectedFile[]
}> {
  const largest = Math.max(...Object.values(limits))
  const looked = await Promise.all(
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
    recognised: looked.flatMap((one) => ('rejection' in one ? [] : [one])),
    rejected: looked.flatMap((one) => ('rejection' in one ? [one] : [])),
  }
}

/** A picture that cannot be read is not editable. Its preparation reports the error. */
async function isStillPicture(file: File): Promise<boolean> {
  try {
    return canEditPicture(new Uint8Array(await file.slice(0, headerLength).arrayBuffer()))
  } catch {
    return false
  }
}
