import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import {
  getAllSessionData,
  getChatData,
  getDeleteChat,
  type WireChatSession,
} from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import { peer } from './account-fixture.ts'
import { answers, type FakeCaller } from './fake-caller.ts'

const pageSize = 50

/** A message on the server: sequence n has the id 10 n. */
export const wireMessage = (sequence: number): WireMessage => ({
  ID: sequence * 10,
  UserID: peer,
  UserNickName: 'Ben',
  Message: `message ${sequence}`,
  MsgType: 'txt',
  TimeStamp: sequence * 1_000_000_000_000,
  SeqID: sequence,
  IsRead: 0,
  ReadDelete: 0,
  IsDeleted: 0,
})

/** A row of the server's list: the conversation with Ben. */
export const listRow = (ID: number, changes: Partial<WireChatSession> = {}): WireChatSession => ({
  ID,
  UserID: 8,
  NickName: 'Ben',
  HeadImg: '',
  UnReadCount: 0,
  IsTop: 0,
  IsNotDisturb: 0,
  IsNewSession: 0,
  ReadDelete: 0,
  LastReadDelete: 0,
  CreateTime: 1,
  ...changes,
})

/**
 * Answers history calls like the server, for conversations with this number of messages; a missing number is a
 * permanent hole.
 */
export function serveHistory(
  caller: FakeCaller,
  counts: ReadonlyMap<ConversationId, number>,
  missing: ReadonlySet<number> = new Set(),
): void {
  const byWireId = new Map([...counts].map(([id, count]) => [parseConversationId(id).wireId, count]))
  const all = (wireId: number): WireMessage[] =>
    Array.from({ length: byWireId.get(wireId) ?? 0 }, (_, index) => index + 1)
      .filter((sequence) => !missing.has(sequence))
      .map(wireMessage)

  caller.reply(getChatData, ({ ChatSessionID, Status, FromID = 0, UnReadMaxID = 0 }) => {
    const messages = all(ChatSessionID)
    const newer = messages.filter(({ ID }) => ID > FromID).slice(0, pageSize)
    const older = messages.filter(({ ID }) => UnReadMaxID === 0 || ID < UnReadMaxID).slice(-pageSize)
    return answers(Status === 1 ? newer : older)
  })
  caller.reply(getAllSessionData, ({ SessionInfos }) =>
    answers(
      SessionInfos.map(({ ID, FromID }) => ({
        SessionType: '1' as const,
        ID,
        Chats: all(ID)
          .filter((message) => message.ID > FromID)
          .slice(-pageSize),
      })),
    ),
  )
  caller.reply(getDeleteChat, answers([]))
}
