import type { getEmote, getEmoteClass, getUserStickers } from '../wire/calls/stickers.ts'
import type { DataOf } from '../wire/define-call.ts'

/** A sticker that can be sent, by its address. */
export interface ServiceSticker {
  readonly id: number
  readonly path: string
}

/** A class of the service's stickers. */
export interface StickerClass {
  readonly id: number
  readonly stickers: readonly ServiceSticker[]
}

/** A sticker that this person added [STICK-07]. */
export interface OwnSticker {
  readonly id: number
  readonly path: string
}

export interface OwnStickers {
  readonly stickers: readonly OwnSticker[]
  /** The maximum number; undefined if the server sets none. */
  readonly limit: number | undefined
}

/** Returns classes in the server's order with their stickers. Leaves out class 0 and empty classes [STICK-11]. */
export const toStickerClasses = (
  classes: DataOf<typeof getEmoteClass>,
  emotes: DataOf<typeof getEmote>,
): readonly StickerClass[] =>
  classes
    .filter(({ ID }) => ID !== 0)
    .map(({ ID: id }) => ({
      id,
      stickers: emotes.flatMap(({ ID, Url, ClassID }) =>
        ClassID === id && Url ? [{ id: ID, path: Url }] : [],
      ),
    }))
    .filter(({ stickers }) => stickers.length > 0)

/** [STICK-12] */
export const toOwnStickers = ({ Stickers, StickerLimit }: DataOf<typeof getUserStickers>): OwnStickers => ({
  stickers: (Stickers ?? []).flatMap(({ Id, StickerUrl }) =>
    StickerUrl ? [{ id: Id, path: StickerUrl }] : [],
  ),
  limit: StickerLimit !== null && StickerLimit !== undefined && StickerLimit > 0 ? StickerLimit : undefined,
})
