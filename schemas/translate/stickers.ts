import type { getEmote, getEmoteClass, getUserStickers } from '../wire/calls/stickers.ts'
import type { DataOf } from '../wire/define-call.ts'

/** A sticker that can be sent: where it lies. */
export interface ServiceSticker {
  readonly id: number
  readonly path: string
}

/** Stickers of the service that belong together. */
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
  /** How many there may be; undefined when the server says nothing. */
  readonly limit: number | undefined
}

/** Classes in the server's order, each with its stickers; the class 0 is none, nor is one without stickers [STICK-11]. */
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
