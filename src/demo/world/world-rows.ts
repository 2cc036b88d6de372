import { messageFilesPath, writeMediaAddress } from '#domain/media/media-address.ts'
import { writeAudio } from '#domain/message/message-body.ts'
import { clientIdOfPart, sharedLength } from '#domain/message-list/album.ts'
import type {
  chatGroup,
  conversation,
  conversationMember,
  message,
  messageReaction,
  readMark,
  storedFile,
} from '#server/store/schema/index.ts'
import { landscapeSize } from '../pictures/landscape.ts'
import type { World, WorldConversation, WorldMessage } from './create-world.ts'
import type { PersonKey } from './persona-keys.ts'
import { accountIdOf, type ConversationPlan } from './personas.ts'
import { pictureName, soundName, soundSeconds, video, videoName } from './world-files.ts'

const minute = 60_000
/** The server's role numbers. */
const role = { member: 0, admin: 9, owner: 10 } as const

/** Conversations are numbered from 1 in the order of the plans. */
export const conversationIdOf = (world: Pick<World, 'conversations'>, one: WorldConversation): number =>
  world.conversations.indexOf(one) + 1

export const conversationRows = ({ conversations }: World): (typeof conversation.$inferInsert)[] =>
  conversations.map(({ plan, messages }) => ({
    ...pairOf(plan),
    pinVersion: pinsOf({ plan, messages }).length,
    headSequence: messages.length,
    timerSeconds: plan.timerSeconds ?? 0,
    changeVersion: messages.filter((message) => reactorsOf(plan, message).length > 0).length,
    createdAt: clampText(messages),
  }))

function pairOf({ kind, members: [peer] }: ConversationPlan) {
  if (kind !== 'direct') return { kind: 'group' as const }
  const ids = [accountIdOf('me'), accountIdOf(peer)]
  return { kind, lowerAccountId: Math.min(...ids), upperAccountId: Math.max(...ids) }
}

const clampText = (messages: WorldConversation['messages']): number => (messages[0]?.sentAt ?? 0) - minute

/** The rows of groups and channels. */
export const groupRows = (world: World): (typeof chatGroup.$inferInsert)[] =>
  world.conversations.flatMap((one) => {
    const { kind, group, isPrivate = false } = one.plan
    if (group === undefined) return []
    return [
      {
        conversationId: conversationIdOf(world, one),
        name: world.seedTexts.groups[group],
        code: `g${group.toLowerCase()}`,
        isChannel: kind === 'channel',
        isPublic: !isPrivate,
      },
    ]
  })

/** Rows of all members of every conversation. */
export const memberRows = (world: World): (typeof conversationMember.$inferInsert)[] =>
  world.conversations.flatMap((one) => {
    const { plan, messages, readUpTo, othersReadUpTo } = one
    const shared = { conversationId: conversationIdOf(world, one), joinedAt: clampText(messages) }
    const [first] = plan.members
    const own = {
      ...shared,
      accountId: accountIdOf('me'),
      peerId: plan.kind === 'direct' ? accountIdOf(first) : null,
      role: plan.isOwned ? role.owner : role.member,
      readMessageId: readUpTo,
      isNew: plan.isNew ?? false,
      isPinned: plan.isPinned ?? false,
      isMuted: plan.isMuted ?? false,
    }
    const others = plan.members.map((member, index) => ({
      ...shared,
      accountId: accountIdOf(member),
      peerId: plan.kind === 'direct' ? accountIdOf('me') : null,
      role: plan.kind === 'direct' || plan.isOwned ? role.member : roleAt(index),
      readMessageId: othersReadUpTo,
      isNew: false,
    }))
    return [own, ...others]
  })

const roleAt = (index: number) => [role.owner, role.admin][index] ?? role.member

/** Rows of all messages in the order of their numbers, which are their ids. */
export function messageRows(world: World): (typeof message.$inferInsert)[] {
  const rows: { readonly number: number; readonly row: typeof message.$inferInsert }[] = []
  for (const one of world.conversations) {
    const conversationId = conversationIdOf(world, one)
    let changeVersion = 0
    const pins = pinsOf(one)
    /** The number of the first message of a send, and the index in it. */
    let part = { send: 0, index: 0 }
    for (const [place, message] of one.messages.entries()) {
      const { number, sequence, speaker, sentAt, quotes } = message
      part = isInSendOf(one.messages[place - 1], message)
        ? { ...part, index: part.index + 1 }
        : { send: number, index: 0 }
      const isChanged = reactorsOf(one.plan, message).length > 0
      if (isChanged) changeVersion += 1
      rows.push({
        number,
        row: {
          conversationId,
          sequence,
          senderId: accountIdOf(speaker),
          clientMessageId: clientIdOfPart(
            `w${String(part.send).padStart(sharedLength - 1, '0')}`,
            part.index,
          ),
          type: message.type ?? 'txt',
          body: bodyOf(message),
          sentAt,
          timerSeconds: number > one.readUpTo ? (one.plan.timerSeconds ?? null) : null,
          readAt: isRead(one, number, speaker) ? readingTime(sentAt, number, world.moment) : null,
          quotedMessageId: quotes ?? null,
          changeVersion: isChanged ? changeVersion : 0,
          pinVersion: pins.indexOf(message) + 1,
          ...(isChanged && isEdited(message)
            ? { editVersion: changeVersion, editedAt: Math.min(sentAt + minute, world.moment) }
            : {}),
        },
      })
    }
  }
  return rows.sort((left, right) => left.number - right.number).map(({ row }) => row)
}

/** A person sends consecutive pictures and videos together, so that they are an album. */
const isInSendOf = (before: WorldMessage | undefined, { type, speaker }: WorldMessage): boolean =>
  isSent(before?.type) && isSent(type) && before?.speaker === speaker
const isSent = (type: WorldMessage['type']): boolean => type === 'pic' || type === 'video'

/** Some of the texts with reactions were edited. */
const isEdited = ({ type, number }: WorldMessage): boolean => type === undefined && number % 24 === 5

/** Every twelfth message has a reaction, and a second one where a group has more people. */
function reactorsOf(
  { members, kind }: ConversationPlan,
  { number, speaker, type }: WorldMessage,
): readonly PersonKey[] {
  const isNotice = type === 'notice' || type === 'GroupJoin'
  if (number % 12 !== 5 || kind === 'channel' || isNotice) return []
  const others = (['me', ...members] as const).filter((person) => person !== speaker)
  const [first, second] = [others[number % others.length], others[(number + 1) % others.length]]
  return first === undefined || first === second || second === undefined
    ? others.slice(0, 1)
    : [first, second]
}

/** The owner of a group has pinned two of their longer texts. */
function pinsOf({ plan, messages }: Pick<WorldConversation, 'plan' | 'messages'>): readonly WorldMessage[] {
  const owner = plan.isOwned ? 'me' : plan.members[0]
  const isPinnable = ({ speaker, type, text }: WorldMessage) =>
    plan.kind === 'group' && speaker === owner && type === undefined && text.length > 8
  return messages.filter(isPinnable).slice(-2)
}

/** Reactions that fit almost any text. */
const reactionEmoji = ['👍', '❤️', '😂', '❤️', '🙏', '😂', '👍'] as const

/** Rows of the reactions to messages. Two people react to every other message in the same way. */
export const reactionRows = (world: World): (typeof messageReaction.$inferInsert)[] =>
  world.conversations.flatMap(({ plan, messages }) =>
    messages.flatMap((message) => {
      const turn = Math.floor(message.number / 12)
      return reactorsOf(plan, message).map((person, index) => ({
        messageId: message.number,
        accountId: accountIdOf(person),
        emoji: reactionEmoji[(turn + (turn % 2) * index) % reactionEmoji.length] ?? '👍',
        reactedAt: Math.min(message.sentAt + (index + 1) * minute, world.moment),
      }))
    }),
  )

/** Rows of when the others in groups have read the signed-in person's messages. */
export const readMarkRows = (world: World): (typeof readMark.$inferInsert)[] =>
  world.conversations.flatMap((one) =>
    one.plan.kind === 'direct'
      ? []
      : one.messages
          .filter(({ speaker, number }) => speaker === 'me' && number <= one.othersReadUpTo)
          .flatMap(({ number, sentAt }) =>
            one.plan.members.map((member, index) => ({
              conversationId: conversationIdOf(world, one),
              accountId: accountIdOf(member),
              messageId: number,
              readAt: readingTime(sentAt, number + index * 11, world.moment),
            })),
          ),
  )

function bodyOf({ type, text, number }: WorldMessage): string {
  if (type === 'pic') return writeMediaAddress(`${messageFilesPath}${pictureName(number)}`, landscapeSize)
  if (type === 'video') return writeMediaAddress(`${messageFilesPath}${videoName(number)}`, video)
  if (type !== 'audio') return text
  const seconds = soundSeconds(number)
  return writeAudio(writeMediaAddress(`${messageFilesPath}${soundName(number)}`, { seconds }), seconds)
}

/** The files of the world's messages, by message type. */
const files = {
  pic: { nameOf: pictureName, contentType: 'image/png', kind: 'image' },
  video: { nameOf: videoName, contentType: 'video/webm', kind: 'video' },
  audio: { nameOf: soundName, contentType: 'audio/wav', kind: 'audio' },
} as const

/** Rows of the files of sent pictures, videos and voice messages. */
export const fileRows = (world: World): (typeof storedFile.$inferInsert)[] =>
  world.conversations.flatMap((one) =>
    one.messages.flatMap(({ type, number, speaker, sentAt }) => {
      if (type !== 'pic' && type !== 'video' && type !== 'audio') return []
      const { nameOf, contentType, kind } = files[type]
      return {
        name: nameOf(number),
        ownerId: accountIdOf(speaker),
        conversationId: conversationIdOf(world, one),
        messageId: number,
        contentType,
        kind,
        createdAt: sentAt,
      }
    }),
  )

/** Whether anyone except the author has read it. */
function isRead(
  { plan, readUpTo, othersReadUpTo }: WorldConversation,
  number: number,
  writer: PersonKey,
): boolean {
  if (writer !== 'me' && number <= readUpTo) return true
  const hasOtherReaders = plan.members.some((member) => member !== writer)
  return hasOtherReaders && number <= othersReadUpTo
}

/** A few seconds to some minutes later, never in the future. */
const readingTime = (sentAt: number, number: number, moment: number): number =>
  Math.min(sentAt + 1000 * (4 + ((number * 37) % 170)), moment)
