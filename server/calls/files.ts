import { canGoAs } from '#domain/media/media-types.ts'
import { maxBytes } from '#domain/media/upload-limits.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/files.ts'
import { findMembership } from '../conversations/membership.ts'
import { issueFilePass } from '../files/serve-file.ts'
import { sniffFile, storeFile, uploadLimits } from '../files/store-file.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal, refuseInvalid } from './refusal.ts'

const uploadFile = guarded(calls.uploadFile, async ({ fields, file, fileName, services, principal }) => {
  const { accountId: ownerId } = principal
  await services.limits.take('filePerAccount', ownerId)
  const kind = fields.GroupID === undefined ? 'direct' : 'group'
  // Without a conversation, only the owner may see the file.
  const conversationId = fields.GroupID ?? fields.ChatSessionID ?? null
  if (!file) throw refuseInvalid({ field: 'file', kind: 'other', count: 0 })
  const membership = conversationId && (await findMembership(services.database, conversationId, ownerId))
  if (conversationId !== null && (!membership || membership.kind !== kind))
    throw new CallRefusal(resultCode.notMember, 'conversation-not-member')
  const sniffed = await sniffFile(file)
  const type = fields.Type ?? sniffed.kind
  if (file.length === 0 || !canGoAs(sniffed, type)) throw refuseFile()
  if (file.length > maxBytes(uploadLimits[type])) throw new CallRefusal(resultCode.tooLarge, 'too-large')
  const purpose = { ownerId, conversationId, clientMessageId: fields.ClientMsgId }
  const { url, size } = await storeFile(services, purpose, file, { ...sniffed, kind: type })
  const compress = fields.Compress === '1' ? 1 : 0
  return done({ FileUrl: url, Item: { url, size, name: fileName, type, compress } })
})

/** The bytes do not have the required type, or there are none. */
const refuseFile = (): CallRefusal =>
  new CallRefusal(resultCode.invalid, 'file-unfit', { data: { Key: 'errors.invalid-file', Field: 'file' } })

const issueFileCookie = guarded(calls.openFiles, async ({ services, principal, peer, setCookie }) => {
  await services.limits.take('filePassPerAccount', principal.accountId)
  setCookie(await issueFilePass(services, principal, peer))
  return done(null)
})

export const fileRoutes = [uploadFile, issueFileCookie] as const
