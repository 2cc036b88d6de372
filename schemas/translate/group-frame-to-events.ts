import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'
import { groupConversation } from './conversation.ts'
import { deleted, type FrameContext, type FrameOf, readMark, received } from './frame-parts.ts'

/**
 * Read on another device of this user, or by another member, which turns own messages to read; a server that does not say
 * by whom means this user [SOCK-45 SOCK-65] (DEC-50).
 */
function fromGroupRead(frame: FrameOf<'ReadGroupChat'>, context: FrameContext): NewEvent[] {
  const stream = groupConversation(frame.GroupID)
  const upTo = readMark(frame.MaxReadID, stream, context)
  if (upTo === undefined) return []
  const at = readWireTime(frame.TimeStamp) ?? context.now
  const isOwn = !frame.UserID || frame.UserID === context.self
  const common = { stream, data: { upTo, at }, occurredAt: at, origin: 'socket' } as const
  return [isOwn ? { ...common, type: 'ConversationRead' } : { ...common, type: 'PeerRead' }]
}

/** Only this user's own departure takes the group away [SOCK-68 SOCK-69] (DEC-51). */
function fromGroupEvent(frame: FrameOf<'GroupEvent'>, { now, self }: FrameContext): NewEvent[] {
  const isDeparture = frame.Type === 'Leave' || frame.Type === 'Remove'
  if (!isDeparture || frame.UserID !== self) return []
  const stream = groupConversation(frame.GroupID)
  return [{ stream, type: 'ConversationRemoved', data: {}, occurredAt: now, origin: 'socket' }]
}

/** How many ask to join, for the badge of those who decide [SOCK-55 SOCK-75]. */
function fromJoinApply(frame: FrameOf<'GroupJoinApply'>, { now }: FrameContext): NewEvent[] {
  const data = { count: frame.GroupJoinApplyCount }
  const stream = groupConversation(frame.GroupID)
  return [{ stream, type: 'JoinApplicationsCounted', data, occurredAt: now, origin: 'socket' }]
}

/** The durable facts that a frame about a group tells; none for any other. */
export function groupFrameToEvents(frame: ServerFrame, context: FrameContext): NewEvent[] {
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
