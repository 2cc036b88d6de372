import type { Outcome } from '../commands/command.ts'
import { done, rejectedBecause } from '../http/rejection.ts'
import type { AttachmentKind } from '../media/attachment-kind.ts'
import { shownPathOf } from '../message/message-body.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** The maximum size of an own sticker, bytes (DEC-85) [STICK-02]. */
export const stickerSizeLimit = 307_200
/** The maximum number of own stickers if the server names none [STICK-03]. */
export const usualStickerLimit = 30

/** Whether a file can become a sticker: a picture by its bytes, and small enough [STICK-02]. */
export const isStickerFile = ({
  kind,
  size,
}: {
  readonly kind: AttachmentKind
  readonly size: number
}): boolean => kind === 'image' && size > 0 && size <= stickerSizeLimit

/**
 * Whether a message's picture can be added as a sticker: the server has it, and it does not disappear (DEC-103
 * DEC-163). The server checks the size.
 */
export const canSaveAsSticker = (
  message: Pick<TimelineMessage, 'serverId' | 'type' | 'body' | 'timerSeconds'>,
): boolean =>
  (message.type === 'pic' || message.type === 'emo') &&
  message.serverId !== undefined &&
  !message.timerSeconds &&
  shownPathOf(message) !== undefined

export const notASticker = rejectedBecause({ key: 'stickers.format-error' })

/** Rejects a sticker above the limit [STICK-04]; `limit` is the server's. */
export const checkStickerCount = (count: number, limit: number): Outcome =>
  count < limit ? done : rejectedBecause({ key: 'stickers.max-limit-reached', values: { count: limit } })

/** Returns the columns of the sticker grid for a window width, CSS px (DEC-69) [STICK-17]. */
export const stickerColumns = (width: number): 5 | 6 => (width > widestNarrow ? 6 : 5)
const widestNarrow = 900
