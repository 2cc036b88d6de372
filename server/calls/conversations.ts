import * as calls from '#schemas/wire/calls/conversations.ts'
import { readWireTime } from '#schemas/wire/primitives.ts'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { announceConversation, areFriends, lockPair } from '../contacts/friendships.ts'
import { readDeletedIds, readNewer, readNewestOfMany, readOlder } from '../conversations/history.ts'
import { requireMembership } from '../conversations/membership.ts'
import { openConversationBetween } from '../conversations/open-conversation.ts'
import { markRead } from '../conversations/read-marks.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { readSessionRows } from '../conversations/session-rows.ts'
import { say } from '../texts/say.ts'
import { answer, done, guarded } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const getAllSessionList = guarded(calls.getAllSessionList, async ({ services, caller }) =>
  done({ ChatSessions: await readSessionRows(services, caller.accountId), Groups: [] }),
)

/** SessionType of a one-to-one conversation on the wire. */
const direct = '1'

const getAllSessionData = guarded(calls.getAllSessionData, async ({ fields, services, caller }) => {
  const wanted = fields.SessionInfos.filter((info) => info.SessionType === direct)
  const fromIds = new Map(wanted.map((info) => [info.ID, info.FromID]))
  const pages = await readNewestOfMany(services, caller.accountId, fromIds)
  return done([...pages].map(([ID, Chats]) => ({ SessionType: direct, ID, Chats })))
})

const getChatSession = guarded(calls.getChatSession, async ({ fields, services, caller, locale }) => {
  const [row] =
    fields.ChatSessionID === undefined
      ? []
      : await readSessionRows(services, caller.accountId, fields.ChatSessionID)
  return row ? done(row) : answer(resultCode.unavailable, say(locale, 'conversation-unavailable'))
})

const createChatSession = guarded(calls.createChatSession, async ({ fields, services, caller }) => {
  const { accountId } = caller
  const opened = await services.database.transaction(async (transaction) => {
    await lockPair(transaction, accountId, fields.UserID)
    // Unknown people and strangers are answered alike.
    const isFriend = await areFriends(transaction, accountId, fields.UserID)
    if (!isFriend) throw new CallRefusal(resultCode.forbidden, 'not-friends')
    return openConversationBetween(transaction, services.clock.now(), accountId, fields.UserID)
  })
  if (opened.isCreated) announceConversation(services, opened.conversationId, accountId, fields.UserID)
  const [row] = await readSessionRows(services, accountId, opened.conversationId)
  if (!row) throw new Error('A conversation just opened has no row')
  return done(row)
})

const getChatData = guarded(calls.getChatData, async ({ fields, services, caller }) => {
  await requireMembership(services.database, fields.ChatSessionID, caller.accountId)
  const page =
    fields.Status === 2
      ? await readOlder(services, fields.ChatSessionID, fields.UnReadMaxID ?? 0)
      : await readNewer(services, fields.ChatSessionID, fields.FromID ?? 0)
  return done(page)
})

const getDeleteChat = guarded(calls.getDeleteChat, async ({ fields, services, caller }) => {
  await requireMembership(services.database, fields.ChatSessionID, caller.accountId)
  return done(await readDeletedIds(services, fields.ChatSessionID, readWireTime(fields.UpdateTime) ?? 0))
})

const sendChat = guarded(calls.sendChat, async ({ fields, services, caller }) => {
  const sent = await sendMessage(services, {
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
    IsDuplicated: sent.isDuplicated,
  })
})

const readChat = guarded(calls.readChat, async ({ fields, services, caller }) => {
  await markRead(services, caller.accountId, fields.ChatSessionID, fields.ChatID)
  return done(null)
})

const readAllChat = guarded(calls.readAllChat, async ({ fields, services, caller }) => {
  await markRead(services, caller.accountId, fields.ChatSessionID, 'everything')
  return done(null)
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
] as const
