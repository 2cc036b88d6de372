import { type ConversationId, type ServerId, serverId, type UserId } from '../ids.ts'
import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'
import { toAnnouncedApplication } from './contacts.ts'
import { directConversation } from './conversation.ts'
import { groupFrameToEvents } from './group-frame-to-events.ts'
import { toConfirmedMessage } from './message.ts'

/** What a translation has to know beside the frame. */
export interface FrameContext {
  /** Server time now, ms. */
  readonly now: number
  /** The account whose frames these are. */
  readonly self: UserId
  /** The newest confirmed message of a conversation, 0 when none is known. */
  newestId(conversation: ConversationId): ServerId
}

type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>

/** A read mark is high-water; 0 on the wire means everything, which is the newest message known (DEC-50). */
function readMark(chatId: number, conversation: ConversationId, context: FrameContext): ServerId | undefined {
  const mark = chatId === 0 ? context.newestId(conversation) : serverId(chatId)
  return mark > 0 ? mark : undefined
}

function fromChat({ chat }: FrameOf<'Chat'>, { now }: FrameContext): NewEvent[] {
  const message = toConfirmedMessage(chat, now)
  return [
    {
      stream: directConversation(chat.ChatSessionID),
      type: 'MessageReceived',
      data: { message },
      occurredAt: message.sentAt,
      origin: 'socket',
    },
  ]
}

/** [SOCK-43 SOCK-62 SOCK-64] */
function fromReadReceipt(frame: FrameOf<'ReadChat'>, context: FrameContext): NewEvent[] {
  const stream = directConversation(frame.ChatSessionID)
  const upTo = readMark(frame.ChatID, stream, context)
  if (frame.Code !== 0 || upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  return [{ stream, type: 'PeerRead', data: { upTo, at }, occurredAt: at, origin: 'socket' }]
}

/** Its origin says that the server knows of this mark already [SOCK-44 SOCK-63]. */
function fromOwnRead(frame: FrameOf<'ReadChatSelf'>, context: FrameContext): NewEvent[] {
  const stream = directConversation(frame.ChatSessionID)
  const upTo = readMark(frame.ChatID, stream, context)
  if (upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  return [{ stream, type: 'ConversationRead', data: { upTo, at }, occurredAt: at, origin: 'socket' }]
}

function fromFriendApply(frame: FrameOf<'FriendApply'>, { now }: FrameContext): NewEvent[] {
  const facts = toAnnouncedApplication(frame, now)
  return [
    { stream: 'account', type: 'ApplicationReceived', data: { facts }, occurredAt: now, origin: 'socket' },
  ]
}

/** [SOCK-52 SOCK-76] */
const fromDeleteChat = (frame: FrameOf<'DeleteChat'>, { now }: FrameContext): NewEvent[] => [
  {
    stream: directConversation(frame.ChatSessionID),
    type: 'MessagesDeleted',
    data: { serverIds: [serverId(frame.ChatID)] },
    occurredAt: now,
    origin: 'socket',
  },
]

/** The durable facts that a frame tells; none for what only steers the connection or is never stored. */
export function frameToEvents(frame: ServerFrame, context: FrameContext): NewEvent[] {
  switch (frame.Cmd) {
    case 'Chat':
      return fromChat(frame, context)
    case 'ReadChat':
      return fromReadReceipt(frame, context)
    case 'ReadChatSelf':
      return fromOwnRead(frame, context)
    case 'FriendApply':
      return fromFriendApply(frame, context)
    case 'DeleteChat':
      return fromDeleteChat(frame, context)
    default:
      return groupFrameToEvents(frame, context)
  }
}
