import type { WireChatSession, WireGroupSession } from '#schemas/wire/calls/conversations.ts'
import type { WireGroupMember } from '#schemas/wire/calls/groups.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import { idAt, lengthOf, messageAt, peerOf, self, titleOf, type World } from './world.ts'

/** The maximum number of messages of a page. */
const pageLength = 50

type Fields = Readonly<Record<string, unknown>>
type Answer = (world: World, fields: Fields) => unknown

const numberIn = (fields: Fields, name: string): number => Number(fields[name] ?? 0)

/** Returns the server's response data for a call. Null for calls that no measure needs. */
export const answerCall = (world: World, path: string, fields: Fields): unknown =>
  answers[path]?.(world, fields) ?? null

const answers: Readonly<Record<string, Answer>> = {
  '/GetAllSessionList': (world) => ({
    ChatSessions: Array.from({ length: world.conversations }, (_, at) => sessionRow(world, at + 1)),
    Groups: world.members > 0 ? [groupRow(world)] : [],
  }),
  '/GetAllSessionData': (world, { SessionInfos }) =>
    (Array.isArray(SessionInfos) ? SessionInfos : []).map(({ SessionType, ID, FromID }) => ({
      SessionType,
      ID,
      Chats: SessionType === '2' ? [] : newestAfter(world, Number(ID), Number(FromID)),
    })),
  '/GetGroupChatData': () => [],
  '/GetGroupInfoByGroupID': (world) => ({
    GroupData: { ID: groupId, GroupName: groupName, UserCount: world.members },
    Members: Array.from({ length: world.members }, (_, at) => memberAt(at + 1)),
    Self: { UserID: self.userId, Role: 0 },
  }),
  '/GetChatData': (world, fields) => pageOf(world, fields),
  '/GetChatSessionByID': (world, fields) => sessionRow(world, numberIn(fields, 'ChatSessionID')),
  '/GetDeleteChat': () => [],
  '/GetDeleteGroupChat': () => [],
  '/GetFriends': (world) =>
    Array.from({ length: world.conversations }, (_, at) => ({
      FriendID: peerOf(at + 1),
      FriendNickName: titleOf(at + 1),
      ChatSessionID: at + 1,
      OnLine: 0,
    })),
  '/GetFriendApplications': () => [],
  '/GetHistoryApplications': () => [],
  '/GetUserInfo': () => ({ UID: self.userId, NickName: self.nickname, HeadImg: '' }),
  '/GetNotificationSettings': () => ({}),
  '/GetSystemSetting': () => ({ messageRetentionDays: 30 }),
  '/GetConfig': () => ({ API_ENDPOINT: '', WEBSOCKET_ENDPOINT: 'ws://localhost', AppDownloadUrl: '' }),
}

function sessionRow(world: World, conversation: number): WireChatSession {
  const length = lengthOf(world, conversation)
  const newest = length > 0 ? messageAt(world, idAt(world, conversation, length)) : undefined
  const read = lengthOf({ ...world, messages: world.readUpTo }, conversation)
  return {
    ID: conversation,
    SessionType: 'session',
    UserID: peerOf(conversation),
    NickName: titleOf(conversation),
    HeadImg: '',
    Status: 1,
    UnReadCount: length - read,
    UnReadMaxID: newest?.ID ?? null,
    IsTop: 0,
    IsNotDisturb: 0,
    IsNewSession: 0,
    ReadChatID: 0,
    SelfReadChatID: read > 0 ? idAt(world, conversation, read) : 0,
    CreateTime: world.firstAt,
    ReadDelete: 0,
    AutoDeleteTime: 0,
    LastMsgID: newest?.ID ?? null,
    LastMsg: newest?.Message ?? null,
    LastMsgTimeStamp: newest?.TimeStamp ?? null,
    LastMsgType: newest?.MsgType ?? null,
    LastAutoDeleteTime: 0,
    LastReadDelete: 0,
    LastMsgUserID: newest?.UserID ?? null,
    LastMsgSeqID: newest?.SeqID ?? null,
    LastDeleteTimeStamp: null,
  }
}

/** The group that all people of a world are in. */
export const groupId = 1
const groupName = 'Everybody'

/** A group without messages, in which this user is a plain member. */
const groupRow = (world: World) =>
  ({
    ID: groupId,
    GroupName: groupName,
    UserCount: world.members,
    Self: { Role: 0, Status: 1 },
    CreateTime: world.firstAt,
  }) satisfies Partial<WireGroupSession>

const memberAt = (number: number) =>
  ({
    UserID: peerOf(number),
    Role: 0,
    UserNickName: titleOf(number),
    Status: 1,
  }) satisfies Partial<WireGroupMember>

/** The newest messages above an id, oldest first. */
function newestAfter(world: World, conversation: number, after: number): readonly WireMessage[] {
  const length = lengthOf(world, conversation)
  const ids = Array.from({ length: Math.min(pageLength, length) }, (_, at) =>
    idAt(world, conversation, length - at),
  )
  return ids
    .filter((id) => id > after)
    .reverse()
    .map((id) => messageAt(world, id))
}

/** A page of older or newer messages, oldest first (DEC-23). */
function pageOf(world: World, fields: Fields): readonly WireMessage[] {
  const conversation = numberIn(fields, 'ChatSessionID')
  const length = lengthOf(world, conversation)
  const sequences = Array.from({ length }, (_, at) => at + 1)
  const isNewer = numberIn(fields, 'Status') === 1
  const from = numberIn(fields, isNewer ? 'FromID' : 'UnReadMaxID')
  const asked = sequences.filter((sequence) => {
    const id = idAt(world, conversation, sequence)
    return isNewer ? id > from : from === 0 || id < from
  })
  const page = isNewer ? asked.slice(0, pageLength) : asked.slice(-pageLength)
  return page.map((sequence) => messageAt(world, idAt(world, conversation, sequence)))
}
