import { type ClipboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { AttachmentSource } from '#client/composer.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { acceptPicked, moveItem } from '#domain/media/picked-files.ts'
import type { PictureEdit } from '#domain/media/picture-crop.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { hasFiles } from '#src/platform/dragged-files.ts'
import type { PickedFile } from '#src/platform/media/prepare-attachment.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import {
  addPick,
  dropPick,
  type PickedAttachment,
  type Picks,
  type PreparedFile,
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
  /** Adds files by the kind that their bytes say; `wanted: 'file'` sends them unchanged. */
  readonly add: (files: readonly File[], wanted?: AttachmentKind) => void
  readonly remove: (id: number) => void
  /** Replaces a picture with an edited copy of the picked one. */
  readonly replace: (id: number, edited: File, edit: PictureEdit) => void
  /** Moves an attachment by a number of places; negative is earlier. */
  readonly move: (id: number, by: number) => void
  /**
   * Claims all current picks, to be sent in order. Unprepared files are prepared after sending. Rejected ones stay in
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
 * Attachments, with the size limits of a conversation or the general ones. A rejected file shows an error; the others
 * stay [MEDIA-21 MEDIA-22].
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
  // Requested early so that a pick does not wait for it.
  useEffect(() => void media.uploadLimits(), [media])

  const find = (id: number) => picks.all.get().find((one) => one.id === id)
  const named = (name: string, rejection: Rejection) =>
    text('conversation.attachment.refused', { name, reason: rejectionText(rejection) })

  const prepare = async (id: number, work: PreparedFile) => {
    const outcome = await work.outcome
    const pick = find(id)
    if (outcome === undefined || !pick || picks.works.get(id) !== work) return
    if (outcome.isOk) return updatePick(picks, id, { kind: outcome.value.kind, outgoing: outcome.value })
    dropPick(picks, id)
    showError(named(pick.name, outcome.rejection))
  }
  const startPreparing = (id: number, picked: PickedFile) => {
    const onProgress = (progress: number) => updatePick(picks, id, { progress })
    const work = prepareFile(picked, media.uploadLimits(conversationId), onProgress)
    picks.works.set(id, work)
    void prepare(id, work)
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
      ...rejected.map((one) => named(one.file.name, one.rejection)),
    ]
    showError(errors.length === 0 ? undefined : [...new Set(errors)].join(' '))
  }
  const add = (files: readonly File[], wanted?: AttachmentKind) => {
    // Serialized to keep the order in which files were picked.
    const looking = (picks.looking ?? Promise.resolve())
      .then(() => addPicked(files, wanted))
      .finally(() => {
        if (picks.looking === looking) picks.looking = undefined
      })
    picks.looking = looking
  }
  const claim = () => claimPicks(picks, ({ name }, rejection) => showError(named(name, rejection)))
  const move = (id: number, by: number) => {
    const now = picks.all.get()
    const index = now.findIndex((one) => one.id === id)
    picks.all.set(moveItem(now, index, by))
  }
  return {
    all,
    isEmpty: () => picks.all.get().length === 0 && picks.looking === undefined,
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
 * Stores one pick: the prepared file, or else the original without waiting for it. If the original does not fit into
 * storage, it waits for the prepared file. Resolves with undefined if the pick was removed or rejected meanwhile.
 */
export async function storePick(
  { all, works }: Pick<Picks, 'all' | 'works'>,
  id: number,
  store: (outgoing: OutgoingAttachment) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const find = () => all.get().find((one) => one.id === id)
  const work = works.get(id)
  const ready = find()?.outgoing
  if (ready !== undefined) return store(ready)
  const picked = await work?.asPicked()
  if (find() === undefined) return undefined
  const outcome = picked && (await store(picked))
  if (outcome?.isOk) return outcome
  await work?.outcome
  const made = find()?.outgoing
  return made && store(made)
}

/**
 * Claims all current picks, including files still being inspected, to be sent in order. They leave the tray together,
 * when their messages are in the log. Rejected picks and later ones stay.
 */
export function claimPicks(
  picks: Picks,
  onRejected: (pick: PickedAttachment, rejection: Rejection) => void,
): AttachmentSource {
  const claimed = (picks.looking ?? Promise.resolve()).then(() => picks.all.get().map(({ id }) => id))
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

/** Accepts files dropped anywhere on the screen around `inside`. Returns whether files are being dragged over it. */
export const useFileDrop = (
  inside: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): boolean => {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const screen = inside.current?.closest('main')
    if (!screen) return
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser navigates to the file.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && screen.contains(event.relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...(event.dataTransfer?.files ?? [])])
    }
    screen.addEventListener('dragover', over)
    screen.addEventListener('dragleave', leave)
    screen.addEventListener('drop', drop)
    return () => {
      screen.removeEventListener('dragover', over)
      screen.removeEventListener('dragleave', leave)
      screen.removeEventListener('drop', drop)
    }
  }, [inside])
  return isOver
}

/**
 * Text types that programs copy together with a picture of that text. File managers add only plain text to their files.
 */
const writtenTypes: readonly string[] = ['text/html', 'text/rtf']

/** The files of a paste. Empty when formatted text came with them, because they are then pictures of that text. */
export const pastedFiles = ({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): readonly File[] => {
  const { files, types } = clipboardData
  const isPictureOfText = types.includes('text/plain') && types.some((type) => writtenTypes.includes(type))
  return isPictureOfText ? [] : [...files]
}
