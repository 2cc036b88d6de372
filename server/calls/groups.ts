import { resultCode } from '#schemas/result-codes.ts'
import * as changes from '#schemas/wire/calls/group-changes.ts'
import * as calls from '#schemas/wire/calls/groups.ts'
import { readWireTime } from '#schemas/wire/primitives.ts'
import { readDeletedIds, readPage } from '../conversations/history.ts'
import { markRead } from '../conversations/mark-read.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { createGroup as foundGroup, readIds } from '../groups/create-group.ts'
import { checkGroupPicture, findGroup, readMembers, toWireGroup } from '../groups/group-facts.ts'
import { callCost } from '../limits/limits.ts'
import { say } from '../texts/say.ts'
import { answer, done, guarded } from './handler.ts'

const createGroup = guarded(changes.createGroup, async ({ fields, services, principal, locale }) => {
  await services.limits.take('applicationPerAccount', principal.accountId)
  const { group, memberCount } = await foundGroup(services, {
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

// Strangers see the facts of a public group that joining would show, and nothing of other groups.
const getGroupInfo = guarded(
  calls.getGroupInfo,
  async ({ fields, services, principal, locale }) => {
    const group = await findGroup(services.database, fields.GroupId)
    const members = group ? await readMembers(services, fields.GroupId, principal.accountId) : []
    const Self = members.find(({ UserID }) => UserID === principal.accountId)
    if (!group || (!Self && !group.isPublic))
      return answer(resultCode.unavailable, say(locale, 'group-not-found'))
    const GroupData = toWireGroup(services, group, members.length)
    if (Self) return done({ GroupData, Members: members, Self })
    return done({ GroupData: { ...GroupData, Info: '' }, Members: [], Self: null })
  },
  { cost: callCost.page },
)

const getGroupChatData = guarded(
  calls.getGroupChatData,
  async ({ fields, services, principal }) => {
    const reading = { kind: 'group', conversationId: fields.GroupID, accountId: principal.accountId } as const
    return done(await readPage(services, reading, fields))
  },
  { cost: callCost.page },
)

const getDeleteGroupChat = guarded(
  calls.getDeleteGroupChat,
  async ({ fields, services, principal }) => {
    const reading = { kind: 'group', conversationId: fields.GroupID, accountId: principal.accountId } as const
    return done(await readDeletedIds(services, reading, readWireTime(fields.UpdateTime) ?? 0))
  },
  { cost: callCost.page },
)

const sendGroupChat = guarded(calls.sendGroupChat, async ({ fields, services, principal }) => {
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

const readAllGroupChat = guarded(calls.readAllGroupChat, async ({ fields, services, principal }) =>
  done({ MaxReadID: await markRead(services, 'group', principal.accountId, fields.GroupID, 'everything') }),
)

export const groupRoutes = [
  createGroup,
  getGroupInfo,
  getGroupChatData,
  getDeleteGroupChat,
  sendGroupChat,
  readAllGroupChat,
] as const
