import {
  type OwnStickers,
  type StickerClass,
  toOwnStickers,
  toStickerClasses,
} from '#schemas/translate/stickers.ts'
import * as calls from '#schemas/wire/calls/stickers.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** The class id that selects the stickers of all classes. */
const allClasses = 0

/** The service's stickers by class [STICK-09 STICK-10 STICK-11]. */
export async function getStickerClasses(
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly StickerClass[]>> {
  const classes = await caller.call(calls.getEmoteClass, {}, options)
  if (!classes.isOk) return classes
  const stickers = await caller.call(calls.getEmote, { cid: allClasses }, options)
  return mapResult(stickers, (data) => toStickerClasses(classes.data, data))
}

/** The stickers that this user has added [STICK-12]. */
export const getOwnStickers = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<OwnStickers>> =>
  mapResult(await caller.call(calls.getUserStickers, {}, options), toOwnStickers)

/** Makes a stored picture a sticker of this user; `path` is its server path [STICK-13]. */
export const addSticker = (caller: Caller, path: string): Promise<CallResult<unknown>> =>
  caller.call(calls.addSticker, { StickerUrl: path })

/** Deletes stickers of this user [STICK-14]. */
export const deleteStickers = (caller: Caller, ids: readonly number[]): Promise<CallResult<unknown>> =>
  caller.call(calls.deleteSticker, { StickerIds: [...ids] })
