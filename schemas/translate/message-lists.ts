import { type ServerId, serverId, type UserId, userId } from '../ids.ts'
import type { EventDataOf } from '../log/events.ts'
import type { MessageType } from '../message-types.ts'
import type {
  getMessageReactions,
  getMessageReaders,
  getPinnedMessages,
} from '../wire/calls/message-changes.ts'
import type { DataOf } from '../wire/define-call.ts'

// Lists about messages that are requested when they are shown. The first page does not load this file.

/** A person in a list about a message. */
interface ListedPerson {
  readonly userId: UserId
  readonly name: string
  readonly avatarUrl: string
  /** When they reacted or read, server ms. */
  readonly at: number
}

/** The reaction of one person. */
export interface Reaction extends ListedPerson {
  readonly emoji: string
}

export const toReactions = (wire: DataOf<typeof getMessageReactions>): readonly Reaction[] =>
  wire.map(({ UserID, UserNickName, UserHeadImg, Emoji, TimeStamp }) => ({
    userId: userId(UserID),
    name: UserNickName ?? '',
    avatarUrl: UserHeadImg ?? '',
    emoji: Emoji,
    at: TimeStamp,
  }))

/** A member of a group who has read a message. */
export type Reader = ListedPerson

export const toReaders = (wire: DataOf<typeof getMessageReaders>): readonly Reader[] =>
  wire.map(({ UserID, UserNickName, UserDisplayName, UserHeadImg, TimeStamp }) => ({
    userId: userId(UserID),
    name: UserDisplayName || (UserNickName ?? ''),
    avatarUrl: UserHeadImg ?? '',
    at: TimeStamp,
  }))

/** A pinned message as far as a list of pins shows it. */
export interface PinnedMessage {
  readonly serverId: ServerId
  readonly senderId: UserId
  readonly senderName: string
  readonly type: MessageType
  /** A long text is cut. */
  readonly body: string
}

/** The pinned messages, the last pinned one first, and the facts about them that the log keeps. */
export interface PinnedMessages {
  readonly messages: readonly PinnedMessage[]
  readonly received: EventDataOf<'PinsReceived'>
}

export const toPinnedMessages = ({
  Version: through,
  Messages,
}: DataOf<typeof getPinnedMessages>): PinnedMessages => ({
  messages: Messages.map(({ ChatID, UserID, UserNickName, UserDisplayName, MsgType, Message }) => ({
    serverId: serverId(ChatID),
    senderId: userId(UserID),
    senderName: UserDisplayName || (UserNickName ?? ''),
    type: MsgType,
    body: Message,
  })),
  received: { through, pins: Messages.map(({ ChatID, PinVersion }) => [serverId(ChatID), PinVersion]) },
})
