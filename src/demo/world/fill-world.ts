import { indexMessages } from '#server/search/search-index.ts'
import type { Database } from '#server/store/database.ts'
import type {
  account,
  friendApplication,
  friendship,
  friendTag,
  friendTagMember,
} from '#server/store/schema/index.ts'
import * as schema from '#server/store/schema/index.ts'
import type { Locale } from '#src/app/locales.ts'
import { portraitAddress } from '../pictures/portrait.ts'
import { createWorld, type World } from './create-world.ts'
import { loadSeedTexts } from './locale-texts.ts'
import { type PersonKey, personKeys, tagKeys } from './persona-keys.ts'
import {
  accountIdOf,
  friendKeys,
  phoneOf,
  tagMembers,
  verifyingPeople,
  waitingApplications,
} from './personas.ts'
import { createSeededRandom } from './seeded-random.ts'
import {
  conversationRows,
  fileRows,
  groupRows,
  memberRows,
  messageRows,
  reactionRows,
  readMarkRows,
} from './world-rows.ts'

/** The seed of the shipped worlds. */
export const worldSeed = 20
/** A Wednesday afternoon. The demo shifts all times, so that only the time of day matters. */
export const worldMoment = Date.UTC(2026, 0, 14, 15)
const rowsPerStatement = 500

/** The owner and the present of a world. */
export interface FilledWorld {
  /** The account of the signed-in person. */
  readonly ownerId: number
  /** The world's present, ms since 1970. */
  readonly madeAt: number
}

/**
 * Writes the world of a language to an empty, migrated database. The result is always the same.
 * @param moment the world's present, ms since 1970
 * @returns the owner and the present
 * @throws if the database is not empty
 */
export async function fillWorld(
  database: Database,
  locale: Locale,
  moment = worldMoment,
): Promise<FilledWorld> {
  const world = createWorld(await loadSeedTexts(locale), { seed: worldSeed, moment })
  await database.transaction((transaction) => writeWorld(transaction, world))
  return { ownerId: accountIdOf('me'), madeAt: world.moment }
}

/** The database assigns ids from 1, so rows are inserted in order. */
async function writeWorld(database: Database, world: World): Promise<void> {
  const [owner] = await database
    .insert(schema.account)
    .values(accountRows(world))
    .returning({ id: schema.account.id })
  if (owner?.id !== accountIdOf('me')) throw new Error('The world needs an empty database')
  await database.insert(schema.friendship).values(friendshipRows(world))
  await database.insert(schema.friendTag).values(tagRows(world))
  await database.insert(schema.friendTagMember).values(tagMemberRows())
  await database.insert(schema.friendApplication).values(applicationRows(world))
  await database.insert(schema.conversation).values(conversationRows(world))
  await database.insert(schema.chatGroup).values(groupRows(world))
  await database.insert(schema.conversationMember).values(memberRows(world))
  for (const rows of inPortions(messageRows(world)))
    await indexMessages(database, await database.insert(schema.message).values(rows).returning())
  await database.insert(schema.messageReaction).values(reactionRows(world))
  for (const rows of inPortions(readMarkRows(world))) await database.insert(schema.readMark).values(rows)
  await database.insert(schema.storedFile).values(fileRows(world))
}

function* inPortions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    yield rows.slice(from, from + rowsPerStatement)
}

const minute = 60_000
/** People without a picture, so that the demo shows initials too. */
const peopleWithoutPicture: ReadonlySet<PersonKey> = new Set([
  'shop',
  'landlord',
  'echo',
  'colleague4',
  'quiet3',
  'member2',
])
const day = 24 * 60 * minute
const chatIdLetters = 'abcdefghijklmnopqrstuvwxyz234567'
/** The server's numbers of application states. */
const applicationStatus = { pending: 0, accepted: 1 } as const

/** Returns when each person wrote last, in any conversation. */
function lastWritingTimes({ conversations }: World): ReadonlyMap<PersonKey, number> {
  const times = new Map<PersonKey, number>()
  for (const { speaker, sentAt } of conversations.flatMap(({ messages }) => messages))
    times.set(speaker, Math.max(sentAt, times.get(speaker) ?? 0))
  return times
}

/** Rows of all people in the order of their ids. */
function accountRows(world: World): (typeof account.$inferInsert)[] {
  const { seed, seedTexts, moment } = world
  const random = createSeededRandom(seed, 'people')
  const written = lastWritingTimes(world)
  const { people, messageTemplates } = seedTexts
  return personKeys.map((person, index) => ({
    ...phoneOf(person),
    chatId: `c${Array.from({ length: 9 }, () => random.pick([...chatIdLetters])).join('')}`,
    nickname: people[person],
    avatarUrl: peopleWithoutPicture.has(person) ? '' : portraitAddress(accountIdOf(person)),
    signature: messageTemplates.signatures[index % messageTemplates.signatures.length] ?? '',
    gender: 0,
    verifiesGroups: verifyingPeople.has(person),
    createdAt: moment - random.integer(90, 800) * day,
    lastSeenAt: Math.max(moment - random.integer(1, 2 * 24 * 60) * minute, written.get(person) ?? 0),
  }))
}

/** Both sides of every friendship of the signed-in person. */
function friendshipRows({ seed, seedTexts, moment }: World): (typeof friendship.$inferInsert)[] {
  const random = createSeededRandom(seed, 'friendships')
  return friendKeys.flatMap((friend) => {
    const createdAt = moment - random.integer(10, 80) * day
    const [accountId, friendId] = [accountIdOf('me'), accountIdOf(friend)]
    return [
      { accountId, friendId, createdAt, remarkName: seedTexts.remarks[friend] ?? '' },
      { accountId: friendId, friendId: accountId, createdAt },
    ]
  })
}

/** The tags of the signed-in person in the order of their ids. */
const tagRows = ({ seedTexts }: World): (typeof friendTag.$inferInsert)[] =>
  tagKeys.map((tag) => ({ accountId: accountIdOf('me'), name: seedTexts.tags[tag] }))

/** The members of the tags. */
const tagMemberRows = (): (typeof friendTagMember.$inferInsert)[] =>
  tagKeys.flatMap((tag, index) =>
    tagMembers[tag].map((member) => ({
      tagId: index + 1,
      accountId: accountIdOf('me'),
      friendId: accountIdOf(member),
    })),
  )

/** Pending applications, oldest first, after two that were answered long ago. */
function applicationRows({ seedTexts, moment }: World): (typeof friendApplication.$inferInsert)[] {
  const texts = seedTexts.messageTemplates.applications
  const applyTo = (senderId: PersonKey, createdAt: number) => ({
    senderId: accountIdOf(senderId),
    receiverId: accountIdOf('me'),
    source: 'search',
    createdAt,
  })
  const answered = (['quiet1', 'quiet2'] as const).map((person, index) => ({
    ...applyTo(person, moment - (12 - index) * day),
    remark: '',
    status: applicationStatus.accepted,
    answeredAt: moment - (11 - index) * day,
  }))
  const waiting = waitingApplications.map(([person, minutes], index) => ({
    ...applyTo(person, moment - minutes * minute),
    remark: texts[index] ?? '',
    status: applicationStatus.pending,
  }))
  return [...answered, ...waiting.reverse()]
}
