import type { Rejection } from '../commands/command.ts'
import type { AttachmentKind } from './attachment-kind.ts'

/** The maximum number of attachments of each kind in one pick [MEDIA-21] (DEC-09). */
export const maxPicked: Readonly<Record<AttachmentKind, number>> = { image: 9, video: 2, file: 1, audio: 1 }

/** Too many files: the spec's error name and the shown text [MEDIA-22]. */
export interface TooManyFiles extends Rejection {
  readonly name: 'error.multi-file-over-limit'
}

/**
 * Selects the newly picked files that still fit with those picked before, in order.
 * @returns for each new file whether it is accepted, and a rejection for each kind with too many
 */
export function acceptPicked(
  before: readonly AttachmentKind[],
  added: readonly AttachmentKind[],
): { readonly isTaken: readonly boolean[]; readonly rejections: readonly TooManyFiles[] } {
  const counts: Record<AttachmentKind, number> = { image: 0, video: 0, audio: 0, file: 0 }
  for (const kind of before) counts[kind] += 1
  const isTaken = added.map((kind) => {
    counts[kind] += 1
    return counts[kind] <= maxPicked[kind]
  })
  const over = new Set(added.filter((_, index) => !isTaken[index]))
  return { isTaken, rejections: [...over].map(tooMany) }
}

const tooMany = (kind: AttachmentKind): TooManyFiles => ({
  name: 'error.multi-file-over-limit',
  key: 'errors.multi-file-select-limit',
  values: { kind, count: maxPicked[kind] },
})

/** Returns the list with the item at `index` moved by this many places; the same list if it cannot move. */
export function moveItem<Item>(items: readonly Item[], index: number, by: number): readonly Item[] {
  const target = index + by
  const item = items[index]
  if (item === undefined || target < 0 || target >= items.length) return items
  return items.toSpliced(index, 1).toSpliced(target, 0, item)
}
