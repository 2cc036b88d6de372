import { type ConversationId, type ServerId, serverId, type UserId } from '../ids.ts'
import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import type { WireMessage } from '../wire/message.ts'
import { readWireTime } from '../wire/primitives.ts'
import { toAnnouncedApplication } from './contacts.ts'
import { conversationOfFrame, directConversation, groupConversation } from './conversation.ts'
import { toConfirmedMessage } from './message.ts'
import { toMessageEdited, toMessagePinned, toMessageReacted } from './message-changes.ts'

type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>

/** The context of a translation. */
export interface FrameContext {
  /** Server time now, ms. */
  readonly now: number
  /** The account that receives the frames. */
  readonly self: UserId
  /** The newest confirmed message of a conversation, 0 if none is known. */
  newestId(conversation: ConversationId): ServerId
}

/** Returns the events of a frame for the log; none for control frames and for frames that are never stored. */
export function frameToEvents(frame: ServerFrame, context: FrameContext): NewEvent[] {
  switch (frame.Cmd) {
    case 'Chat':
      return [received(directConversation(frame.chat.ChatSessionID), frame.chat, context)]
    case 'ReadChat':
      return fromReadReceipt(frame, context)
    case 'ReadChatSelf':
      return fromOwnRead(frame, context)
    case 'FriendApply':
      return fromFriendApply(frame, context)
    // [SOCK-52 SOCK-76]
    case 'DeleteChat':
      return [deleted(directConversation(frame.ChatSessionID), frame.ChatID, context)]
    case 'MessageReacted':
      return fromReaction(frame, context)
    case 'MessageEdited':
      return fromEdit(frame, context)
    case 'MessagePinned':
      return fromPin(frame, context)
    default:
      return groupFrameToEvents(frame, context)
  }
}

/** A reaction by this user or another person. Only this user's own one says what this user's reaction is. */
function fromReaction(frame: FrameOf<'MessageReacted'>, { now, self }: FrameContext): NewEvent[] {
  const { GroupID: _, ChatSessionID: __, UserID, Emoji, ...changes } = frame
  const stream = conversationOfFrame(frame)
  if (stream === undefined) return []
  const data = toMessageReacted(UserID === self ? { ...changes, OwnReaction: Emoji } : changes)
  return [{ stream, type: 'MessageReacted', data, occurredAt: now, origin: 'socket' }]
}

function fromEdit(frame: FrameOf<'MessageEdited'>, { now }: FrameContext): NewEvent[] {
  const stream = conversationOfFrame(frame)
  const data = toMessageEdited(frame)
  if (stream === undefined || !data) return []
  return [{ stream, type: 'MessageEdited', data, occurredAt: now, origin: 'socket' }]
}

function fromPin(frame: FrameOf<'MessagePinned'>, { now }: FrameContext): NewEvent[] {
  const stream = conversationOfFrame(frame)
  if (stream === undefined) return []
  const data = toMessagePinned(frame)
  return [{ stream, type: 'MessagePinned', data, occurredAt: now, origin: 'socket' }]
}

/** [SOCK-43 SOCK-62 SOCK-64] */
function fromReadReceipt(frame: FrameOf<'ReadChat'>, context: FrameContext): NewEvent[] {
  const stream = directConversation(frame.ChatSessionID)
  const upTo = readMarker(frame.ChatID, stream, context)
  if (frame.Code !== 0 || upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  return [{ stream, type: 'PeerRead', data: { upTo, at }, occurredAt: at, origin: 'socket' }]
}

/** Its origin shows that the server already knows this read marker [SOCK-44 SOCK-63]. */
function fromOwnRead(frame: FrameOf<'ReadChatSelf'>, context: FrameContext): NewEvent[] {
  const stream = directConversation(frame.ChatSessionID)
  const upTo = readMarker(frame.ChatID, stream, context)
  if (upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  return [{ stream, type: 'ConversationRead', data: { upTo, at }, occurredAt: at, origin: 'socket' }]
}

function fromFriendApply(frame: FrameOf<'FriendApply'>, { now }: FrameContext): NewEvent[] {
  const facts = toAnnouncedApplication(frame, now)
  return [
    { stream: 'account', type: 'ApplicationListed', data: { facts }, occurredAt: now, origin: 'socket' },
  ]
}

/**
 * A group was read on another device of this user, or by another member, which marks own messages as read. Without a
 * user id it is this user [SOCK-45 SOCK-65] (DEC-50).
 */
function fromGroupRead(frame: FrameOf<'ReadGroupChat'>, context: FrameContext): NewEvent[] {
  const stream = groupConversation(frame.GroupID)
  const upTo = readMarker(frame.MaxReadID, stream, context)
  if (upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  const isOwn = !frame.UserID || frame.UserID === context.self
  const common = { stream, data: { upTo, at }, occurredAt: at, origin: 'socket' } as const
  return [isOwn ? { ...common, type: 'ConversationRead' } : { ...common, type: 'PeerRead' }]
}

/** Only this user's own leave or removal removes the group [SOCK-68 SOCK-69] (DEC-51). */
function fromGroupEvent(frame: FrameOf<'GroupEvent'>, { now, self }: FrameContext): NewEvent[] {
  const hasLeft = frame.Type === 'Leave' || frame.Type === 'Remove'
  if (!hasLeft || frame.UserID !== self) return []
  const stream = groupConversation(frame.GroupID)
  return [{ stream, type: 'ConversationRemoved', data: {}, occurredAt: now, origin: 'socket' }]
}

/** The number of join requests, for the managers' badge [SOCK-55 SOCK-75]. */
function fromJoinApply(frame: FrameOf<'GroupJoinApply'>, { now }: FrameContext): NewEvent[] {
  const data = { count: frame.GroupJoinApplyCount }
  const stream = groupConversation(frame.GroupID)
  return [{ stream, type: 'JoinApplicationsCounted', data, occurredAt: now, origin: 'socket' }]
}

/** Returns the events of a group frame; none for any other frame. */
function groupFrameToEvents(frame: ServerFrame, context: FrameContext): NewEvent[] {
  switch (frame.Cmd) {
    case 'GroupChat':
      return [received(groupConversation(frame.GroupID), frame.groupchat, context)]
    case 'ReadGroupChat':
      return fromGroupRead(frame, context)
    case 'GroupEvent':
      return fromGroupEvent(frame, context)
    case 'GroupJoinApply':
      return fromJoinApply(frame, context)
    // [SOCK-53 SOCK-76]
    case 'DeleteGroupChat':
      return [deleted(groupConversation(frame.GroupID), frame.GroupChatID, context)]
    default:
      return []
  }
}

/**
 * Returns the message up to which a frame says that everything was read; undefined if none is known. 0 on the wire is
 * the newest known message (DEC-50).
 */
function readMarker(
  chatId: number,
  conversation: ConversationId,
  context: FrameContext,
): ServerId | undefined {
  const mark = chatId === 0 ? context.newestId(conversation) : serverId(chatId)
  return mark > 0 ? mark : undefined
}

/** A message of a one-to-one conversation or a group [SOCK-37 SOCK-38]. */
function received(stream: ConversationId, wire: WireMessage, { now }: FrameContext): NewEvent {
  const message = toConfirmedMessage(wire, now)
  return { stream, type: 'MessageReceived', data: { message }, occurredAt: message.sentAt, origin: 'socket' }
}

/** A message that was deleted for everyone. */
const deleted = (stream: ConversationId, wireId: number, { now }: FrameContext): NewEvent => ({
  stream,
  type: 'MessagesDeleted',
  data: { serverIds: [serverId(wireId)] },
  occurredAt: now,
  origin: 'socket',
})
