import { serverId } from '../ids.ts'
import type { EventDataOf } from '../log/events.ts'
import type { MessageEdit, MessageReactions } from '../log/message.ts'
import type { pinMessage } from '../wire/calls/message-changes.ts'
import type { DataOf } from '../wire/define-call.ts'
import type { WireMessage } from '../wire/message.ts'

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

type WireEdit = NonNullable<WireChanges['Edit']>

/** Translates an edit; undefined without a text. */
export const toMessageEdit = ({
  Version: version,
  TimeStamp: at,
  Message: body,
  AtIDs,
}: WireEdit): MessageEdit | undefined =>
  body ? { version, at, body, ...(AtIDs ? { mentions: toMentions(AtIDs) } : {}) } : undefined

/** Splits ids at bars [MSG-06]. A part that is not a number is ignored and never means everyone. */
export const toMentions = (joined: string): number[] =>
  joined
    .split('|')
    .filter((part) => /^\d+$/.test(part))
    .map(Number)

/** Returns the event data of an edit; undefined without a text. */
export function toMessageEdited({
  ChatID,
  SeqID: sequence,
  ...wire
}: WireEdit & { readonly ChatID: number; readonly SeqID: number }): EventDataOf<'MessageEdited'> | undefined {
  const edit = toMessageEdit(wire)
  return edit && { serverId: serverId(ChatID), sequence, edit }
}

/** Translates the reactions to a message to the data of an event. */
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

/** Translates whether a message is pinned to the data of an event. */
export const toMessagePinned = ({
  ChatID,
  IsPinned: isPinned,
  PinVersion: version,
}: Pick<DataOf<typeof pinMessage>, 'IsPinned' | 'PinVersion'> & {
  readonly ChatID: number
}): EventDataOf<'MessagePinned'> => ({ serverId: serverId(ChatID), isPinned, version })
