import {
  type ClientId,
  type ConversationId,
  parseConversationId,
  type ServerId,
  type UserId,
} from '../ids.ts'
import type { QuotedMessage } from '../log/message.ts'
import type { MessageType } from '../message-types.ts'
import type { sendChat } from '../wire/calls/conversations.ts'
import type { sendGroupChat } from '../wire/calls/group-messages.ts'
import type { RequestOf } from '../wire/define-call.ts'
import type { ClientFrame } from '../wire/frames/from-client.ts'

/** The frame before this client closes the connection [SOCK-28]. */
export const toLogoutFrame = (user: UserId): ClientFrame => ({ Cmd: 'Logout', UID: user })

/** A frame that this client sends. */
export type OutgoingFrame = ClientFrame

/** An outgoing message in our names. */
export interface OutgoingMessage {
  readonly clientId: ClientId
  readonly conversationId: ConversationId
  readonly type: MessageType
  readonly body: string
  readonly quote: QuotedMessage | undefined
  /** The people mentioned in a group; 0 is everyone. */
  readonly mentions?: readonly number[] | undefined
  /** Server ms; also the temporary id [LIFE-01]. */
  readonly submittedAt: number
}

/** The fields that name a conversation in calls: a group by its id, a one-to-one conversation by its session. */
export function toPlace(id: ConversationId): { readonly ChatSessionID?: number; readonly GroupID?: number } {
  const { kind, wireId } = parseConversationId(id)
  return kind === 'group' ? { GroupID: wireId } : { ChatSessionID: wireId }
}

/** The frame that says what this user does in a conversation; undefined ends it. */
export const toTypingFrame = (
  conversation: ConversationId,
  activity: 'typing' | 'recording' | undefined,
): ClientFrame => ({ Cmd: 'Typing', ...toPlace(conversation), State: activity ?? 'none' })

/** Returns a positive whole number, because the temporary id must be positive even if a clock is negative. */
const temporaryId = (time: number): number => Math.max(1, Math.floor(time))

/** Joins ids by bars [MSG-06]. */
const atIdsOf = ({ mentions = [] }: OutgoingMessage): string => mentions.join('|')

/** The flat frame that sends a message, to a person or to a group [SOCK-36] (DEC-49). */
export function toChatFrame(message: OutgoingMessage, sender: UserId): ClientFrame {
  const { kind, wireId } = parseConversationId(message.conversationId)
  const common = {
    UserID: sender,
    Message: message.body,
    MsgType: message.type,
    TimeStamp: temporaryId(message.submittedAt),
    ID: temporaryId(message.submittedAt),
    ClientMsgId: message.clientId,
  }
  const quoted = message.quote?.serverId
  if (kind === 'group')
    return {
      Cmd: 'GroupChat',
      GroupID: wireId,
      ...common,
      ...(message.mentions ? { AtIDs: atIdsOf(message) } : {}),
      ...(quoted ? { QuoteGroupChatID: quoted } : {}),
    }
  return { Cmd: 'Chat', ChatSessionID: wireId, ...common, ...(quoted ? { QuoteChatID: quoted } : {}) }
}

/** A group message as an HTTP request [MSG-52]. */
export function toSendGroupChatRequest(message: OutgoingMessage): RequestOf<typeof sendGroupChat> {
  return {
    GroupID: parseConversationId(message.conversationId).wireId,
    Message: message.body,
    MsgType: message.type,
    TimeStamp: temporaryId(message.submittedAt),
    ClientMsgId: message.clientId,
    AtIDs: atIdsOf(message),
    QuoteGroupChatID: message.quote?.serverId ?? null,
  }
}

/** A one-to-one message as an HTTP request [MSG-51]. */
export function toSendChatRequest(message: OutgoingMessage): RequestOf<typeof sendChat> {
  return {
    ChatSessionID: parseConversationId(message.conversationId).wireId,
    Message: message.body,
    MsgType: message.type,
    TimeStamp: temporaryId(message.submittedAt),
    ClientMsgId: message.clientId,
    QuoteChatID: message.quote?.serverId ?? null,
  }
}

interface LoginFields {
  readonly userId: UserId
  readonly token: string
  readonly locale: string
  /** The host of the socket. */
  readonly gateway: string
  readonly deviceType: string
  /** Absent for a PWA (DEC-46). */
  readonly brand: string | undefined
  /** 12 characters [SOCK-31]. */
  readonly connectionId: string
}

/** The frame that signs a connection in [SOCK-29 SOCK-30]. */
export const toLoginFrame = (fields: LoginFields): ClientFrame => ({
  Cmd: 'Login',
  UID: fields.userId,
  Token: fields.token,
  Lang: fields.locale,
  Gateway: fields.gateway,
  IsWeb: true,
  DeviceType: fields.deviceType,
  ...(fields.brand ? { Brand: fields.brand } : {}),
  WSID: fields.connectionId,
})

/** [SOCK-32] */
export const toHeartbeatFrame = (user: UserId): ClientFrame => ({ Cmd: 'HeartBeat', UID: user })

/** The frame that unsubscribes from a group (DEC-124) [SOCK-33]. */
export const toUnsubscribeFrame = (group: ConversationId, user: UserId): ClientFrame => ({
  Cmd: 'UnSubscribe',
  UID: user,
  GroupID: parseConversationId(group).wireId,
})

/** The frame that deletes a message for everyone; `actor` is the person who deletes (DEC-20) [SOCK-34 SOCK-35]. */
export function toDeletionFrame(conversation: ConversationId, message: ServerId, actor: UserId): ClientFrame {
  const { kind, wireId } = parseConversationId(conversation)
  return kind === 'group'
    ? { Cmd: 'DeleteGroupChat', GroupChatID: message, UserID: actor, GroupID: wireId }
    : { Cmd: 'DeleteChat', ChatID: message, UserID: actor, ChatSessionID: wireId }
}
