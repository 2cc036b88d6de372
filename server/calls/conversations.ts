import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/conversations.ts'
import { readFlag, readWireTime } from '#schemas/wire/primitives.ts'
import { openWithFriend } from '../contacts/friendships.ts'
import { changeOwnSetting, setDisappearingTimer } from '../conversations/conversation-settings.ts'
import { readDeletedIds, readNewestOfMany, readPage } from '../conversations/history.ts'
import { markRead } from '../conversations/mark-read.ts'
import { requireMembership } from '../conversations/membership.ts'
import { toWireTimer } from '../conversations/message-rows.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { readSessionRecord, readSessionRows } from '../conversations/session-rows.ts'
import { readGroupRows } from '../groups/group-rows.ts'
import { say } from '../texts/say.ts'
import { answer, done, guarded } from './handler.ts'

/** A call about either kind of conversation names a group by GroupID, a one-to-one by ChatSessionID. */
const namedConversation = (fields: {
  readonly ChatSessionID?: number | undefined
  readonly GroupID?: number | undefined
}): { readonly kind: ConversationKind; readonly id: number } =>
  fields.GroupID ? { kind: 'group', id: fields.GroupID } : { kind: 'direct', id: fields.ChatSessionID ?? 0 }

const getAllSessionList = guarded(calls.getAllSessionList, async ({ services, caller }) =>
  done({
    ChatSessions: await readSessionRows(services, caller.accountId),
    Groups: await readGroupRows(services, caller.accountId),
  }),
)

/** SessionType on the wire. */
const sessionTypes = { direct: '1', group: '2' } as const

const getAllSessionData = guarded(calls.getAllSessionData, async ({ fields, services, caller }) => {
  const pagesOf = async (kind: ConversationKind) => {
    const SessionType = sessionTypes[kind]
    const wanted = fields.SessionInfos.filter((info) => info.SessionType === SessionType)
    const fromIds = new Map(wanted.map((info) => [info.ID, info.FromID]))
    const pages = await readNewestOfMany(services, kind, caller.accountId, fromIds)
    return [...pages].map(([ID, Chats]) => ({ SessionType, ID, Chats }))
  }
  return done([...(await pagesOf('direct')), ...(await pagesOf('group'))])
})

const getChatSession = guarded(calls.getChatSession, async ({ fields, services, caller, locale }) => {
  const { accountId } = caller
  const row = fields.GroupID
    ? (await readGroupRows(services, accountId, fields.GroupID))[0]
    : await readSessionRecord(services, accountId, fields.ChatSessionID ?? 0)
  return row ? done(row) : answer(resultCode.unavailable, say(locale, 'conversation-unavailable'))
})

const createChatSession = guarded(calls.createChatSession, async ({ fields, services, caller }) => {
  const conversationId = await openWithFriend(services, caller.accountId, fields.UserID)
  const record = await readSessionRecord(services, caller.accountId, conversationId)
  if (!record) throw new Error('A conversation just opened has no record')
  return done(record)
})

const getChatData = guarded(calls.getChatData, async ({ fields, services, caller }) => {
  const { ChatSessionID } = fields
  const membership = await requireMembership(services.database, 'direct', ChatSessionID, caller.accountId)
  return done(await readPage(services, membership, fields))
})

const getDeleteChat = guarded(calls.getDeleteChat, async ({ fields, services, caller }) => {
  const { ChatSessionID } = fields
  const membership = await requireMembership(services.database, 'direct', ChatSessionID, caller.accountId)
  return done(await readDeletedIds(services, membership, readWireTime(fields.UpdateTime) ?? 0))
})

const sendChat = guarded(calls.sendChat, async ({ fields, services, caller }) => {
  const sent = await sendMessage(services, {
    kind: 'direct',
    senderId: caller.accountId,
    conversationId: fields.ChatSessionID,
    text: fields.Message,
    type: fields.MsgType,
    clientMessageId: fields.ClientMsgId,
    quotedMessageId: fields.QuoteChatID,
  })
  return done({
    ID: sent.id,
    TimeStamp: sent.sentAt,
    SeqID: sent.sequence,
    ...toWireTimer(sent),
    IsDuplicated: sent.isDuplicated,
  })
})

const readChat = guarded(calls.readChat, async ({ fields, services, caller }) => {
  const { kind, id } = namedConversation(fields)
  await markRead(services, kind, caller.accountId, id, fields.ChatID)
  return done(null)
})

const updateSessionTop = guarded(calls.updateSessionTop, async ({ fields, services, caller, locale }) => {
  const { kind, id } = namedConversation(fields)
  const isPinned = fields.IsTop === 1
  await changeOwnSetting(services, kind, id, caller.accountId, { isPinned })
  return done(null, say(locale, isPinned ? 'session-pinned' : 'session-unpinned'))
})

const updateSessionDoNotDisturb = guarded(
  calls.updateSessionDoNotDisturb,
  async ({ fields, services, caller, locale }) => {
    const { kind, id } = namedConversation(fields)
    const isMuted = fields.IsNotDisturb === 1
    await changeOwnSetting(services, kind, id, caller.accountId, { isMuted })
    return done(null, say(locale, isMuted ? 'session-muted' : 'session-unmuted'))
  },
)

const readAllChat = guarded(calls.readAllChat, async ({ fields, services, caller }) => {
  await markRead(services, 'direct', caller.accountId, fields.ChatSessionID, 'everything')
  return done(null)
})

const updateChatSession = guarded(calls.updateChatSession, async ({ fields, services, caller, locale }) => {
  const seconds = readFlag(fields.ReadDelete) ? fields.AutoDeleteTime : 0
  const set = await setDisappearingTimer(services, caller.accountId, fields.ChatSessionID, seconds)
  const record = await readSessionRecord(services, caller.accountId, fields.ChatSessionID)
  if (!record) throw new Error('A conversation just changed has no record')
  return done(record, say(locale, set > 0 ? 'vanish-on' : 'vanish-off'))
})

export const conversationRoutes = [
  getAllSessionList,
  getAllSessionData,
  getChatSession,
  createChatSession,
  getChatData,
  getDeleteChat,
  sendChat,
  readChat,
  readAllChat,
  updateChatSession,
  updateSessionTop,
  updateSessionDoNotDisturb,
] as const
