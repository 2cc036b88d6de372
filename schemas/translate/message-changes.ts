import { serverId, type UserId, userId } from '../ids.ts'
import type { EventDataOf } from '../log/events.ts'
import type { MessageReactions } from '../log/message.ts'
import type { getMessageReactions, getMessageReaders } from '../wire/calls/message-changes.ts'
import type { DataOf } from '../wire/define-call.ts'
import type { WireMessage } from '../wire/message.ts'

/** The reaction of one person. */
export interface Reaction {
  readonly userId: UserId
  readonly name: string
  readonly avatarUrl: string
  readonly emoji: string
  /** Server ms. */
  readonly at: number
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
export interface Reader extends Omit<Reaction, 'emoji'> {}

export const toReaders = (wire: DataOf<typeof getMessageReaders>): readonly Reader[] =>
  wire.map(({ UserID, UserNickName, UserDisplayName, UserHeadImg, TimeStamp }) => ({
    userId: userId(UserID),
    name: UserDisplayName || (UserNickName ?? ''),
    avatarUrl: UserHeadImg ?? '',
    at: TimeStamp,
  }))

type WireChanges = NonNullable<WireMessage['Changes']>

/** Translates reactions; the own one is absent if the source does not say it. */
export const toMessageReactions = ({
  Version: version,
  Reactions,
  OwnReaction: emoji,
}: Pick<WireChanges, 'Version' | 'Reactions'> &
  Partial<Pick<WireChanges, 'OwnReaction'>>): MessageReactions => ({
  version,
  counts: Reactions.map(({ Emoji, Count }) => ({ emoji: Emoji, count: Count })),
  ...(emoji === undefined ? {} : { own: { emoji, version } }),
})

/** Translates the changes of a message to the data of an event. */
export const toMessageReacted = ({
  ChatID,
  SeqID: sequence,
  ...changes
}: Parameters<typeof toMessageReactions>[0] & {
  readonly ChatID: number
  readonly SeqID: number
}): EventDataOf<'MessageReacted'> => ({
  serverId: serverId(ChatID),
  sequence,
  reactions: toMessageReactions(changes),
})
