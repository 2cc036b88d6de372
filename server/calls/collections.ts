import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/collections.ts'
import { deleteCollection, readCollections, saveCollection } from '../collections/collections.ts'
import { callCost } from '../limits/limits.ts'
import { say } from '../texts/say.ts'
import { done, guarded, respondWith } from './handler.ts'

const getCollects = guarded(
  calls.getCollects,
  async ({ services, principal }) => {
    const saved = await readCollections(services, principal.accountId)
    return done(
      saved.map((one) => ({
        ID: one.id,
        Type: one.type,
        Content: one.content,
        SmallPicturePath: one.smallPicturePath,
        TimeStamp: one.createdAt,
        FromName: one.fromName,
        FromID: one.fromId,
        FromType: one.fromType,
      })),
    )
  },
  { cost: callCost.list },
)

const addCollect = guarded(calls.addCollect, async ({ fields, services, principal }) => {
  await services.limits.take('filePerAccount', principal.accountId)
  const { id } = await saveCollection(services, principal.accountId, {
    type: fields.Type,
    content: fields.Content,
    smallPicturePath: fields.SmallPicturePath ?? '',
    fromType: fields.FromType,
    fromId: fields.FromID,
    fromName: fields.FromName,
  })
  return done({ ID: id })
})

const deleteCollect = guarded(calls.deleteCollect, async ({ fields, services, principal, locale }) => {
  const wasThere = await deleteCollection(services, principal.accountId, fields.ID)
  return wasThere ? done(null) : respondWith(resultCode.unavailable, say(locale, 'collection-gone'))
})

export const collectionRoutes = [getCollects, addCollect, deleteCollect] as const
