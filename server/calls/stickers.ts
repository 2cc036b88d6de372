import { builtInStickers } from '#domain/stickers/built-in-stickers.ts'
import * as calls from '#schemas/wire/calls/stickers.ts'
import { addSticker, deleteStickers, readStickers, stickerLimit } from '../stickers/own-stickers.ts'
import { done, guarded } from './handler.ts'

const getEmote = guarded(calls.getEmote, async ({ fields }) =>
  done(
    builtInStickers
      .filter(({ classId }) => fields.cid === 0 || classId === fields.cid)
      .map(({ id, path, classId }) => ({ ID: id, Url: path, ClassID: classId })),
  ),
)

const firstOfClasses = builtInStickers.filter(
  ({ classId }, index) => builtInStickers[index - 1]?.classId !== classId,
)

const getEmoteClass = guarded(calls.getEmoteClass, async () =>
  // The class 0 stands for all of them.
  done([
    { ID: 0, ImageUrl: '' },
    ...firstOfClasses.map(({ classId, path }) => ({ ID: classId, ImageUrl: path })),
  ]),
)

const getUserStickers = guarded(calls.getUserStickers, async ({ services, caller }) => {
  const own = await readStickers(services, caller.accountId)
  return done({
    Stickers: own.map(({ id, url }) => ({ Id: id, StickerUrl: url })),
    StickerLimit: stickerLimit,
  })
})

const addOwnSticker = guarded(calls.addSticker, async ({ fields, services, caller }) => {
  services.limits.take('filePerAccount', caller.accountId)
  const { id, url } = await addSticker(services, caller.accountId, fields.StickerUrl)
  return done({ Id: id, StickerUrl: url })
})

const deleteOwnStickers = guarded(calls.deleteSticker, async ({ fields, services, caller }) => {
  await deleteStickers(services, caller.accountId, fields.StickerIds)
  return done(null)
})

export const stickerRoutes = [
  getEmote,
  getEmoteClass,
  getUserStickers,
  addOwnSticker,
  deleteOwnStickers,
] as const
