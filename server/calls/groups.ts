import { resultCode } from '#schemas/result-codes.ts'
import * as changes from '#schemas/wire/calls/group-changes.ts'
import * as messages from '#schemas/wire/calls/group-messages.ts'
import * as calls from '#schemas/wire/calls/groups.ts'
import { readWireTime } from '#schemas/wire/primitives.ts'
import type { Principal } from '../accounts/sign-in-sessions.ts'
import { readDeletedIds, readPage } from '../conversations/history.ts'
import { markRead } from '../conversations/mark-read.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { createGroup, readIds } from '../groups/create-group.ts'
import { checkGroupPicture, findGroup, readMembers, toWireGroup } from '../groups/group-facts.ts'
import { callCost } from '../limits/limits.ts'
import { say } from '../texts/say.ts'
import { done, guarded, respondWith } from './handler.ts'

const createOwnGroup = guarded(changes.createGroup, async ({ fields, services, principal, locale }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  const { group, memberCount } = await createGroup(services, {
    ownerId: principal.accountId,
    name: fields.GroupName,
    avatarUrl: checkGroupPicture(fields.GroupImg ?? ''),
    announcement: fields.Info,
    isPublic: fields.JoinType === '0',
    isChannel: fields.GroupType === 1,
    memberIds: readIds(fields.UserIDs),
  })
  return done(toWireGroup(services, group, memberCount), say(locale, 'group-created'))
})

// Non-members see a public group without its announcement and members. A private group is "not found" for them.
const getGroupInfo = guarded(
  calls.getGroupInfo,
  async ({ fields, services, principal, locale }) => {
    const group = await findGroup(services.database, fields.GroupId)
    const members = group ? await readMembers(services, fields.GroupId, principal.accountId) : []
    const Self = members.find(({ UserID }) => UserID === principal.accountId)
    if (!group || (!Self && !group.isPublic))
      return respondWith(resultCode.unavailable, say(locale, 'group-not-found'))
    const GroupData = toWireGroup(services, group, members.length)
    if (Self) return done({ GroupData, Members: members, Self })
    return done({ GroupData: { ...GroupData, Info: '' }, Members: [], Self: null })
  },
  { cost: callCost.page },
)

const groupReading = ({ GroupID }: { readonly GroupID: number }, { accountId }: Principal) =>
  ({ kind: 'group', conversationId: GroupID, accountId }) as const

const getGroupChatData = guarded(
  messages.getGroupChatData,
  async ({ fields, services, principal }) => {
    return done(await readPage(services, groupReading(fields, principal), fields))
  },
  { cost: callCost.page },
)

const getDeleteGroupChat = guarded(
  messages.getDeleteGroupChat,
  async ({ fields, services, principal }) => {
    // A request without a time gets all deleted messages.
    const since = readWireTime(fields.UpdateTime) ?? 0
    return done(await readDeletedIds(services, groupReading(fields, principal), since))
  },
  { cost: callCost.page },
)

const sendGroupChat = guarded(messages.sendGroupChat, async ({ fields, services, principal }) => {
  const sent = await sendMessage(services, {
    kind: 'group',
    senderId: principal.accountId,
    conversationId: fields.GroupID,
    text: fields.Message,
    type: fields.MsgType,
    clientMessageId: fields.ClientMsgId,
    quotedMessageId: fields.QuoteGroupChatID,
    mentions: fields.AtIDs,
  })
  return done({
    ID: sent.id,
    TimeStamp: sent.sentAt,
    SeqID: sent.sequence,
    IsDuplicated: sent.isDuplicated,
  })
})

const readAllGroupChat = guarded(messages.readAllGroupChat, async ({ fields, services, principal }) =>
  done({ MaxReadID: await markRead(services, 'group', principal.accountId, fields.GroupID, 'everything') }),
)

export const groupRoutes = [
  createOwnGroup,
  getGroupInfo,
  getGroupChatData,
  getDeleteGroupChat,
  sendGroupChat,
  readAllGroupChat,
] as const
