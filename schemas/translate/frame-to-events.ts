import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'
import { toAnnouncedApplication } from './contacts.ts'
import { directConversation } from './conversation.ts'
import { deleted, type FrameContext, type FrameOf, readMark, received } from './frame-parts.ts'
import { groupFrameToEvents } from './group-frame-to-events.ts'

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

/** The durable facts that a frame tells; none for what only steers the connection or is never stored. */
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
    default:
      return groupFrameToEvents(frame, context)
  }
}
