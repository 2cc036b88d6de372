import type { Outcome } from '../commands/command.ts'
import { done, refusedBecause } from '../http/refusal.ts'
import type { AttachmentKind } from '../media/attachment-kind.ts'
import { shownPathOf } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** Bytes that a sticker of one's own may have (DEC-85) [STICK-02]. */
export const stickerSizeLimit = 307_200
/** How many a person may have when the server says nothing [STICK-03]. */
export const usualStickerLimit = 30

/** Whether a file can become a sticker: a picture by its bytes, and small enough [STICK-02]. */
export const canBeSticker = ({
  kind,
  size,
}: {
  readonly kind: AttachmentKind
  readonly size: number
}): boolean => kind === 'image' && size > 0 && size <= stickerSizeLimit

/**
 * Whether a message's picture can be added as a sticker: one that the server has and that does not vanish (DEC-103 DEC-163).
 * How large it is, the server knows.
 */
export const canBecomeSticker = (
  message: Pick<TimelineMessage, 'serverId' | 'type' | 'body' | 'burnsAfter'>,
): boolean =>
  (message.type === 'pic' || message.type === 'emo') &&
  message.serverId !== undefined &&
  !message.burnsAfter &&
  shownPathOf(message) !== undefined

export const notASticker = refusedBecause({ key: 'stickers.format-error' })

/** Refuses one more than there may be [STICK-04]; `limit` as the server names it. */
export const checkStickerCount = (count: number, limit: number): Outcome =>
  count < limit ? done : refusedBecause({ key: 'stickers.max-limit-reached', values: { count: limit } })

/** Columns of the grid of stickers at a width of the window, CSS px (DEC-69) [STICK-17]. */
export const stickerColumns = (width: number): 5 | 6 => (width > widestNarrow ? 6 : 5)
const widestNarrow = 900
