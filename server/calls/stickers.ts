import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { readMediaAddress } from '#domain/media/media-address.ts'
import { builtInStickers, findBuiltInSticker } from '#domain/stickers/built-in-stickers.ts'
import { isStickerFile, usualStickerLimit } from '#domain/stickers/sticker-rules.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/stickers.ts'
import { findMessageFile, type VisibleFile } from '../files/message-files.ts'
import { releaseFiles, saveFiles } from '../files/saved-files.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, storedFile, userSticker } from '../store/schema/index.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal } from './refusal.ts'

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
  // Class 0 means all classes.
  done([
    { ID: 0, ImageUrl: '' },
    ...firstOfClasses.map(({ classId, path }) => ({ ID: classId, ImageUrl: path })),
  ]),
)

const getUserStickers = guarded(calls.getUserStickers, async ({ services, principal }) => {
  const own = await readStickers(services, principal.accountId)
  return done({
    Stickers: own.map(({ id, url }) => ({ Id: id, StickerUrl: url })),
    StickerLimit: stickerLimit,
  })
})

const addOwnSticker = guarded(calls.addSticker, async ({ fields, services, principal }) => {
  await services.limits.take('filePerAccount', principal.accountId)
  const { id, url } = await addSticker(services, principal.accountId, fields.StickerUrl)
  return done({ Id: id, StickerUrl: url })
})

const deleteOwnStickers = guarded(calls.deleteSticker, async ({ fields, services, principal }) => {
  await deleteStickers(services, principal.accountId, fields.StickerIds)
  return done(null)
})

export const stickerRoutes = [
  getEmote,
  getEmoteClass,
  getUserStickers,
  addOwnSticker,
  deleteOwnStickers,
] as const

type Sticker = typeof userSticker.$inferSelect

/** The maximum number of stickers of a person. */
const stickerLimit = usualStickerLimit

/** Returns a person's stickers, newest first. */
const readStickers = ({ database }: Services, accountId: number): Promise<readonly Sticker[]> =>
  database
    .select()
    .from(userSticker)
    .where(eq(userSticker.accountId, accountId))
    .orderBy(desc(userSticker.id))

/**
 * Adds a picture that this person may see to their stickers, as a copy that outlives the original. A sticker that they
 * have already is returned unchanged. Rejects files that are no picture, too large or of a disappearing message, and
 * one sticker too many [STICK-02 STICK-04].
 */
async function addSticker(services: Services, accountId: number, url: string): Promise<Sticker> {
  const file = findBuiltInSticker(url) ? undefined : await findPicture(services, accountId, url)
  return services.database.transaction(async (transaction) => {
    // Locked until the commit, so that two requests cannot both take the last place.
    await transaction.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
    const earlier = await findEarlier(transaction, accountId, url, file)
    if (earlier) return earlier
    await checkRoom(transaction, accountId)
    const path = file ? `${url.slice(0, url.lastIndexOf('/') + 1)}${file.name}` : url
    const kept = file ? await saveFiles(services, transaction, accountId, { type: 'pic', body: path }) : url
    const fileName = file ? kept.slice(kept.lastIndexOf('/') + 1) : null
    const [added] = await transaction
      .insert(userSticker)
      .values({ accountId, url: kept, fileName, createdAt: services.clock.now() })
      .returning()
    if (!added) throw new Error('An inserted sticker was not returned')
    return added
  })
}

async function findPicture(services: Services, accountId: number, url: string): Promise<VisibleFile> {
  const address = readMediaAddress(url)
  const file = address && (await findMessageFile(services, address.name, [accountId]))
  if (!file) throw CallRefusal.wrongValue('StickerUrl', 'file-unknown')
  if (file.isDisappearing) throw CallRefusal.wrongValue('StickerUrl', 'message-not-keepable')
  if (isStickerFile(file)) return file
  throw new CallRefusal(resultCode.invalid, 'sticker-unfit', {
    data: { Key: 'stickers.format-error', Field: 'StickerUrl' },
  })
}

async function findEarlier(
  transaction: Database,
  accountId: number,
  url: string,
  file: VisibleFile | undefined,
): Promise<Sticker | undefined> {
  const isSame = file
    ? sql`coalesce(${storedFile.bytesName}, ${storedFile.name}) = ${file.bytesName}`
    : eq(userSticker.url, url)
  const [row] = await transaction
    .select({ sticker: userSticker })
    .from(userSticker)
    .leftJoin(storedFile, eq(storedFile.name, userSticker.fileName))
    .where(and(eq(userSticker.accountId, accountId), isSame))
    .limit(1)
  return row?.sticker
}

async function checkRoom(transaction: Database, accountId: number): Promise<void> {
  const [row] = await transaction
    .select({ count: count() })
    .from(userSticker)
    .where(eq(userSticker.accountId, accountId))
  if (!row || row.count < stickerLimit) return
  throw new CallRefusal(resultCode.invalid, 'sticker-limit', {
    values: { count: stickerLimit },
    data: { Key: 'stickers.max-limit-reached', Count: stickerLimit },
  })
}

/** Removes stickers from a person's own. Ids of other people's or missing stickers are ignored. */
const deleteStickers = ({ database }: Services, accountId: number, ids: readonly number[]): Promise<void> =>
  database.transaction(async (transaction) => {
    const gone = await transaction
      .delete(userSticker)
      .where(and(eq(userSticker.accountId, accountId), inArray(userSticker.id, [...ids])))
      .returning({ fileName: userSticker.fileName })
    await releaseFiles(
      transaction,
      gone.map(({ fileName }) => fileName),
    )
  })
