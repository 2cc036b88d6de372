import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import * as calls from '#schemas/wire/calls/conversations.ts'
import { readFlag, readWireTime } from '#schemas/wire/primitives.ts'
import { openWithFriend } from '../contacts/friendships.ts'
import { changeOwnSetting, setDisappearingTimer } from '../conversations/conversation-settings.ts'
import { readDeletedIds, readNewestOfMany, readPage } from '../conversations/history.ts'
import { markRead } from '../conversations/mark-read.ts'
import { toWireTimer } from '../conversations/message-rows.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { readSessionRecord, readSessionRows } from '../conversations/session-rows.ts'
import { readGroupRows } from '../groups/group-rows.ts'
import { callCost } from '../limits/limits.ts'
import { say } from '../texts/say.ts'
import { done, guarded, respondWith } from './handler.ts'

/** A call for both kinds of conversation names a group by GroupID, and a one-to-one conversation by ChatSessionID. */
export const namedConversation = (fields: {
  readonly ChatSessionID?: number | undefined
  readonly GroupID?: number | undefined
}): { readonly kind: ConversationKind; readonly id: number } =>
  fields.GroupID ? { kind: 'group', id: fields.GroupID } : { kind: 'direct', id: fields.ChatSessionID ?? 0 }

const getAllSessionList = guarded(
  calls.getAllSessionList,
  async ({ services, principal }) =>
    done({
      ChatSessions: await readSessionRows(services, principal.accountId),
      Groups: await readGroupRows(services, principal.accountId),
    }),
  { cost: callCost.list },
)

/** SessionType on the wire. */
const sessionTypes = { direct: '1', group: '2' } as const

const getAllSessionData = guarded(
  calls.getAllSessionData,
  async ({ fields, services, principal }) => {
    const pagesOf = async (kind: ConversationKind) => {
      const SessionType = sessionTypes[kind]
      const wanted = fields.SessionInfos.filter((info) => info.SessionType === SessionType)
      const fromIds = new Map(wanted.map((info) => [info.ID, info.FromID]))
      const pages = await readNewestOfMany(services, kind, principal.accountId, fromIds)
      return [...pages].map(([ID, Chats]) => ({ SessionType, ID, Chats }))
    }
    return done([...(await pagesOf('direct')), ...(await pagesOf('group'))])
  },
  { cost: callCost.page },
)

const getChatSession = guarded(calls.getChatSession, async ({ fields, services, principal, locale }) => {
  const { accountId } = principal
  const row = fields.GroupID
    ? (await readGroupRows(services, accountId, fields.GroupID))[0]
    : await readSessionRecord(services, accountId, fields.ChatSessionID ?? 0)
  return row ? done(row) : respondWith(resultCode.unavailable, say(locale, 'conversation-unavailable'))
})

const createChatSession = guarded(calls.createChatSession, async ({ fields, services, principal }) => {
  const conversationId = await openWithFriend(services, principal.accountId, fields.UserID)
  const record = await readSessionRecord(services, principal.accountId, conversationId)
  if (!record) throw new Error('A conversation just opened has no record')
  return done(record)
})

const getChatData = guarded(
  calls.getChatData,
  async ({ fields, services, principal }) => {
    const reading = {
      kind: 'direct',
      conversationId: fields.ChatSessionID,
      accountId: principal.accountId,
    } as const
    return done(await readPage(services, reading, fields))
  },
  { cost: callCost.page },
)

const getDeleteChat = guarded(
  calls.getDeleteChat,
  async ({ fields, services, principal }) => {
    const reading = {
      kind: 'direct',
      conversationId: fields.ChatSessionID,
      accountId: principal.accountId,
    } as const
    return done(await readDeletedIds(services, reading, readWireTime(fields.UpdateTime) ?? 0))
  },
  { cost: callCost.page },
)

const sendChat = guarded(calls.sendChat, async ({ fields, services, principal }) => {
  const sent = await sendMessage(services, {
    kind: 'direct',
    senderId: principal.accountId,
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

const readChat = guarded(calls.readChat, async ({ fields, services, principal }) => {
  const { kind, id } = namedConversation(fields)
  await markRead(services, kind, principal.accountId, id, fields.ChatID)
  return done(null)
})

const updateSessionTop = guarded(calls.updateSessionTop, async ({ fields, services, principal, locale }) => {
  const { kind, id } = namedConversation(fields)
  const isPinned = fields.IsTop === 1
  await changeOwnSetting(services, kind, id, principal.accountId, { isPinned })
  return done(null, say(locale, isPinned ? 'session-pinned' : 'session-unpinned'))
})

const updateSessionDoNotDisturb = guarded(
  calls.updateSessionDoNotDisturb,
  async ({ fields, services, principal, locale }) => {
    const { kind, id } = namedConversation(fields)
    const isMuted = fields.IsNotDisturb === 1
    await changeOwnSetting(services, kind, id, principal.accountId, { isMuted })
    return done(null, say(locale, isMuted ? 'session-muted' : 'session-unmuted'))
  },
)

const readAllChat = guarded(calls.readAllChat, async ({ fields, services, principal }) => {
  await markRead(services, 'direct', principal.accountId, fields.ChatSessionID, 'everything')
  return done(null)
})

const updateChatSession = guarded(
  calls.updateChatSession,
  async ({ fields, services, principal, locale }) => {
    const seconds = readFlag(fields.ReadDelete) ? fields.AutoDeleteTime : 0
    const set = await setDisappearingTimer(services, principal.accountId, fields.ChatSessionID, seconds)
    const record = await readSessionRecord(services, principal.accountId, fields.ChatSessionID)
    if (!record) throw new Error('A conversation just changed has no record')
    return done(record, say(locale, set > 0 ? 'vanish-on' : 'vanish-off'))
  },
)

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
