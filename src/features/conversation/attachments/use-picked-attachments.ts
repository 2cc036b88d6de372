import { useEffect } from 'react'
import type { AttachmentSource } from '#client/composer.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { acceptPicked, moveItem } from '#domain/media/picked-files.ts'
import type { PictureEdit } from '#domain/media/picture-crop.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import type { PickedFile } from '#src/platform/media/prepare-attachment.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import {
  addPick,
  dropPick,
  type FilePreparation,
  type PickedAttachment,
  type Picks,
  picksOf,
  prepareFile,
  recogniseFiles,
  replacePick,
  updatePick,
} from './picked-attachment.ts'

export interface PickedAttachments {
  readonly all: readonly PickedAttachment[]
  /** Whether no attachment is picked, including files still being inspected. */
  readonly isEmpty: () => boolean
  /** Adds files, with the kinds that their bytes say; `wanted: 'file'` sends them unchanged. */
  readonly add: (files: readonly File[], wanted?: AttachmentKind) => void
  readonly remove: (id: number) => void
  /** Replaces a picture with an edited copy of its original. */
  readonly replace: (id: number, edited: File, edit: PictureEdit) => void
  /** Moves an attachment by a number of places; negative is earlier. */
  readonly move: (id: number, by: number) => void
  /**
   * Claims all current picks, to be sent in order. Unprepared files are prepared after sending. Rejected files stay in
   * the tray.
   */
  readonly claim: () => AttachmentSource
}

/** The attachments of a conversation's composer. */
export const useConversationAttachments = (
  conversationId: ConversationId,
  showError: (text: string | undefined) => void,
): PickedAttachments => usePickedAttachments(picksOf(useAccount(), conversationId), conversationId, showError)

/**
 * Adds, changes and removes picks. The size limits are those of the conversation, or the general ones without a
 * conversation. A rejected file shows an error; the other files stay [MEDIA-21 MEDIA-22].
 */
export const usePickedAttachments = (
  picks: Picks,
  conversationId: ConversationId | undefined,
  showError: (text: string | undefined) => void,
): PickedAttachments => {
  const { media } = useAccount()
  const text = useText()
  const rejectionText = useRejectionText()
  const all = useReadable(picks.all)
  // Requested early, so that a pick does not wait for the limits.
  useEffect(() => void media.uploadLimits(), [media])

  const find = (id: number) => picks.all.get().find((one) => one.id === id)
  const errorOf = (name: string, rejection: Rejection) =>
    text('conversation.attachment.refused', { name, reason: rejectionText(rejection) })

  const prepare = async (id: number, preparation: FilePreparation) => {
    const outcome = await preparation.outcome
    const pick = find(id)
    if (outcome === undefined || !pick || picks.preparations.get(id) !== preparation) return
    if (outcome.isOk) return updatePick(picks, id, { kind: outcome.value.kind, outgoing: outcome.value })
    dropPick(picks, id)
    showError(errorOf(pick.name, outcome.rejection))
  }
  const startPreparing = (id: number, picked: PickedFile) => {
    const onProgress = (progress: number) => updatePick(picks, id, { progress })
    const preparation = prepareFile(picked, media.uploadLimits(conversationId), onProgress)
    picks.preparations.set(id, preparation)
    void prepare(id, preparation)
  }
  const replace = (id: number, file: File, edit: PictureEdit) => {
    if (replacePick(picks, id, file, edit)) startPreparing(id, { file, kind: 'image', isContainer: false })
  }
  const addPicked = async (files: readonly File[], wanted: AttachmentKind | undefined) => {
    const { recognised, rejected } = await recogniseFiles(
      files,
      wanted,
      await media.uploadLimits(conversationId),
    )
    const kindOf = ({ kind }: { readonly kind: AttachmentKind }) => kind
    const { isTaken, rejections } = acceptPicked(picks.all.get().map(kindOf), recognised.map(kindOf))
    for (const picked of recognised.filter((_, index) => isTaken[index]))
      startPreparing(addPick(picks, picked), picked)
    const errors = [
      ...rejections.map(rejectionText),
      ...rejected.map(({ file, rejection }) => errorOf(file.name, rejection)),
    ]
    showError(errors.length === 0 ? undefined : [...new Set(errors)].join(' '))
  }
  const add = (files: readonly File[], wanted?: AttachmentKind) => {
    // One after the other, to keep the order in which the files were picked.
    const inspection = (picks.inspection ?? Promise.resolve())
      .then(() => addPicked(files, wanted))
      .finally(() => {
        if (picks.inspection === inspection) picks.inspection = undefined
      })
    picks.inspection = inspection
  }
  const claim = () => claimPicks(picks, ({ name }, rejection) => showError(errorOf(name, rejection)))
  const move = (id: number, by: number) => {
    const now = picks.all.get()
    const index = now.findIndex((one) => one.id === id)
    picks.all.set(moveItem(now, index, by))
  }
  return {
    all,
    isEmpty: () => picks.all.get().length === 0 && picks.inspection === undefined,
    add,
    remove: (id) => {
      showError(undefined)
      dropPick(picks, id)
    },
    replace,
    move,
    claim,
  }
}

/**
 * Stores one pick: the prepared file if it is ready, otherwise the original. If the original cannot be stored, waits for
 * the prepared file and stores it. Resolves with undefined if the pick was removed or rejected meanwhile.
 */
export async function storePick(
  { all, preparations }: Pick<Picks, 'all' | 'preparations'>,
  id: number,
  store: (outgoing: OutgoingAttachment) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const find = () => all.get().find((one) => one.id === id)
  const preparation = preparations.get(id)
  const ready = find()?.outgoing
  if (ready !== undefined) return store(ready)
  const original = await preparation?.describeOriginal()
  if (find() === undefined) return undefined
  const outcome = original && (await store(original))
  if (outcome?.isOk) return outcome
  await preparation?.outcome
  const prepared = find()?.outgoing
  return prepared && store(prepared)
}

/**
 * Claims all current picks, including files still being inspected, to be sent in order. They leave the tray together,
 * when their messages are in the log. Rejected picks and later ones stay.
 */
export function claimPicks(
  picks: Picks,
  onRejected: (pick: PickedAttachment, rejection: Rejection) => void,
): AttachmentSource {
  const claimed = (picks.inspection ?? Promise.resolve()).then(() => picks.all.get().map(({ id }) => id))
  const stored: number[] = []
  let isClaimed: (pick: PickedAttachment) => boolean = () => true
  void claimed.then((ids) => {
    isClaimed = ({ id }) => ids.includes(id)
  })
  return {
    pendingFiles: () => picks.all.get().filter(isClaimed),
    async store(store) {
      const ids = await claimed
      for (const pick of picks.all.get().filter(({ id }) => ids.includes(id))) {
        const outcome = await storePick(picks, pick.id, store)
        if (outcome?.isOk) stored.push(pick.id)
        else if (outcome) onRejected(pick, outcome.rejection)
      }
    },
    submitted() {
      for (const id of stored) dropPick(picks, id)
    },
  }
}
