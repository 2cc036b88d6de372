import { serverId } from '../ids.ts'
import type { NewEvent } from '../log/envelope.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'
import { groupConversation } from './conversation.ts'
import type { FrameContext } from './frame-to-events.ts'
import { toConfirmedMessage } from './message.ts'

type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>

/** [SOCK-38] */
function fromGroupChat({ GroupID, groupchat }: FrameOf<'GroupChat'>, { now }: FrameContext): NewEvent[] {
  const message = toConfirmedMessage(groupchat, now)
  return [
    {
      stream: groupConversation(GroupID),
      type: 'MessageReceived',
      data: { message },
      occurredAt: message.sentAt,
      origin: 'socket',
    },
  ]
}

/**
 * Read on another device of this user, or by another member, which turns own messages to read; a server that does not say
 * by whom means this user [SOCK-45 SOCK-65] (DEC-50).
 */
function fromGroupRead(frame: FrameOf<'ReadGroupChat'>, context: FrameContext): NewEvent[] {
  const stream = groupConversation(frame.GroupID)
  const upTo = frame.MaxReadID === 0 ? context.newestId(stream) : serverId(frame.MaxReadID)
  if (upTo === 0) return []
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

/** [SOCK-53 SOCK-76] */
const fromDeleteGroupChat = (frame: FrameOf<'DeleteGroupChat'>, { now }: FrameContext): NewEvent[] => [
  {
    stream: groupConversation(frame.GroupID),
    type: 'MessagesDeleted',
    data: { serverIds: [serverId(frame.GroupChatID)] },
    occurredAt: now,
    origin: 'socket',
  },
]

/** The durable facts that a frame about a group tells; none for any other. */
export function groupFrameToEvents(frame: ServerFrame, context: FrameContext): NewEvent[] {
  switch (frame.Cmd) {
    case 'GroupChat':
      return fromGroupChat(frame, context)
    case 'ReadGroupChat':
      return fromGroupRead(frame, context)
    case 'GroupEvent':
      return fromGroupEvent(frame, context)
    case 'DeleteGroupChat':
      return fromDeleteGroupChat(frame, context)
    default:
      return []
  }
}
