import { messageFilesPath } from '#domain/media/media-address.ts'
import { userId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { WireMessage } from '#schemas/wire/message.ts'

/**
 * The parameters that determine all data of the scripted server, so that every run, page and process gets the same
 * messages.
 */
export interface World {
  readonly conversations: number
  /** The server's number of messages, in turn over the conversations. */
  readonly messages: number
  /** When the first message was sent, server ms. */
  readonly firstAt: number
  /** The time between two messages, ms. */
  readonly spacing: number
  /** The last read message. Ids count from 1. */
  readonly readUpTo: number
  /** The members of the world's only group; without any there is no group. */
  readonly members: number
  /** Whether every message is a picture. */
  readonly hasPictures: boolean
}

export const conversationCount = 200

/** The person whose client is measured. */
export const self: StoredAccount = {
  userId: userId(7),
  nickname: 'Bench',
  avatarUrl: '',
  token: 'bench-token',
  traceRate: 0,
}

/** What a world has besides its messages. */
export interface WorldContent {
  readonly conversations?: number
  readonly members?: number
  readonly hasPictures?: boolean
}

/** A day of messages up to now, all read. */
export function createWorld(messages: number, now: number, content: WorldContent = {}): World {
  const { conversations = conversationCount, members = 0, hasPictures = false } = content
  const spacing = Math.max(1, Math.min(1_000, Math.floor(86_400_000 / Math.max(1, messages))))
  const firstAt = now - messages * spacing
  return { conversations, messages, firstAt, spacing, readUpTo: messages, members, hasPictures }
}

/** The same world with this many further messages, which only the server has. */
export const grown = (world: World, more: number): World => ({ ...world, messages: world.messages + more })

/** The conversation of a message, from 1 on. */
export const conversationOf = (world: World, id: number): number => ((id - 1) % world.conversations) + 1

/** The number of a message within its conversation, from 1 on. */
export const sequenceOf = (world: World, id: number): number => Math.ceil(id / world.conversations)

/** The id of a conversation's message. */
export const idAt = (world: World, conversation: number, sequence: number): number =>
  (sequence - 1) * world.conversations + conversation

/** How many messages a conversation has. */
export const lengthOf = (world: World, conversation: number): number =>
  Math.max(0, Math.ceil((world.messages - conversation + 1) / world.conversations))

export const peerOf = (conversation: number): number => 1_000 + conversation
export const titleOf = (conversation: number): string => `Person ${conversation}`

const words =
  'well that was a long day but we should still meet before the train leaves tomorrow because nobody else has the keys'.split(
    ' ',
  )

/** A sentence of 4 to 27 words. */
export function textOf(id: number): string {
  const length = 4 + ((id * 7) % 24)
  return Array.from({ length }, (_, at) => words[(id * 13 + at * 5) % words.length]).join(' ')
}

/** The content of a picture in place of the message's text. */
export const pictureAt = (id: number) =>
  ({
    Message: `${messageFilesPath}${String(id).padStart(40, '0')}.png?w=1200&h=900`,
    MsgType: 'pic',
  }) satisfies Pick<WireMessage, 'Message' | 'MsgType'>

/** A message in the format of frames and pages. */
export function messageAt(world: World, id: number) {
  const conversation = conversationOf(world, id)
  return {
    ID: id,
    ChatSessionID: conversation,
    UserID: peerOf(conversation),
    UserNickName: titleOf(conversation),
    UserHeadImg: '',
    ...(world.hasPictures ? pictureAt(id) : ({ Message: textOf(id), MsgType: 'txt' } as const)),
    TimeStamp: world.firstAt + id * world.spacing,
    IsRead: id <= world.readUpTo ? 1 : 0,
    ReadDelete: 0,
    AutoDeleteTime: 0,
    SeqID: sequenceOf(world, id),
    ClientMsgId: `bench${id}`.padEnd(20, 'x'),
    IsDeleted: 0,
  } satisfies WireMessage & { readonly ChatSessionID: number }
}
