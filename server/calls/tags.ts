import * as calls from '#schemas/wire/calls/tags.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import type { Services } from '../services.ts'
import {
  addToTags,
  createTag,
  deleteTags,
  readTagMembers,
  readTags,
  removeFromTags,
  renameTag,
} from '../tags/tags.ts'
import { done, guarded } from './handler.ts'

const getTags = guarded(calls.getTags, async ({ services, principal }) =>
  done(await readTags(services, principal.accountId)),
)

const getTagMembers = guarded(calls.getTagMembers, async ({ fields, services, principal }) =>
  done(await readTagMembers(services, principal.accountId, fields.TagID)),
)

const createOwnTag = guarded(calls.createTag, async ({ fields, services, principal }) => {
  const { id, name } = await createTag(services, principal.accountId, fields.TagName)
  announceTagsChange(services, principal)
  return done({ Id: id, Name: name })
})

const deleteOwnTags = guarded(calls.deleteTags, async ({ fields, services, principal }) => {
  await deleteTags(services, principal.accountId, fields.TagIds)
  announceTagsChange(services, principal)
  return done(null)
})

const updateTag = guarded(calls.updateTag, async ({ fields, services, principal }) => {
  await renameTag(services, principal.accountId, fields.TagId, fields.TagName)
  announceTagsChange(services, principal)
  return done(null)
})

const removeTagMember = guarded(calls.removeTagMember, async ({ fields, services, principal }) => {
  await removeFromTags(services, principal.accountId, [fields.TagId], fields.MemberId)
  announceTagsChange(services, principal)
  return done(null)
})

const addTagMembers = guarded(calls.addTagMembers, async ({ fields, services, principal }) => {
  await addToTags(services, principal.accountId, [fields.TagId], fields.MemberIds)
  announceTagsChange(services, principal)
  return done(null)
})

const addFriendToTag = guarded(calls.addFriendToTag, async ({ fields, services, principal }) => {
  await addToTags(services, principal.accountId, fields.TagIds, [fields.FriendId])
  announceTagsChange(services, principal)
  return done(null)
})

const removeFriendFromTag = guarded(calls.removeFriendFromTag, async ({ fields, services, principal }) => {
  await removeFromTags(services, principal.accountId, fields.TagIds, fields.FriendId)
  announceTagsChange(services, principal)
  return done(null)
})

/** Makes the account's other devices fetch the tags again. The calling device already knows the change (DEC-212). */
function announceTagsChange({ connections }: Services, { accountId, sessionId }: Principal): void {
  connections.deliver({ accountIds: [accountId], exceptSessionId: sessionId }, { Cmd: 'TagsChanged' })
}

export const tagRoutes = [
  getTags,
  getTagMembers,
  createOwnTag,
  deleteOwnTags,
  updateTag,
  removeTagMember,
  addTagMembers,
  addFriendToTag,
  removeFriendFromTag,
] as const
