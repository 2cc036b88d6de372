import { defaultPictureLimit, mostBytes } from '#domain/media/picture-limits.ts'
import * as calls from '#schemas/wire/calls/files.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { findMembership } from '../conversations/membership.ts'
import { issueFilePass } from '../files/file-passes.ts'
import { storePicture } from '../files/message-files.ts'
import { done, guarded } from './handler.ts'
import { refuseInvalid } from './invalid-input.ts'
import { CallRefusal } from './refusal.ts'

/** Most bytes a message's picture may have (DEC-86). */
export const pictureSizeLimit = mostBytes(defaultPictureLimit)

const uploadFile = guarded(calls.uploadFile, async ({ fields, file, services, caller }) => {
  const { accountId } = caller
  services.limits.take('filePerAccount', accountId)
  const kind = fields.GroupID === undefined ? 'direct' : 'group'
  const conversationId = fields.GroupID ?? fields.ChatSessionID
  if (conversationId === undefined) throw refuseInvalid({ field: 'ChatSessionID', kind: 'other', count: 0 })
  if (!file) throw refuseInvalid({ field: 'file', kind: 'other', count: 0 })
  if (file.length > pictureSizeLimit) throw new CallRefusal(resultCode.tooLarge, 'too-large')
  const membership = await findMembership(services.database, conversationId, accountId)
  if (membership?.kind !== kind) throw new CallRefusal(resultCode.notMember, 'conversation-not-member')
  const address = await storePicture(services, { accountId, conversationId }, file)
  if (address === undefined) {
    throw new CallRefusal(resultCode.invalid, 'file-not-image', {
      data: { Key: 'errors.invalid-file', Field: 'file' },
    })
  }
  return done({ FileUrl: address })
})

const openFiles = guarded(calls.openFiles, async ({ services, caller, peer, setCookie }) => {
  setCookie(await issueFilePass(services, caller, peer))
  return done(null)
})

export const fileRoutes = [uploadFile, openFiles] as const
