import type {
  account,
  friendApplication,
  friendship,
  friendTag,
  friendTagMember,
} from '#server/store/schema/index.ts'
import type { World } from './create-world.ts'
import { accountIdOf, friendKeys, phoneOf } from './people.ts'
import { type PersonKey, personKeys, tagKeys } from './persona-keys.ts'
import { tagMembers, waitingApplications } from './personas.ts'
import { createSeededRandom } from './seeded-random.ts'

const minute = 60_000
const day = 24 * 60 * minute
const chatIdLetters = 'abcdefghijklmnopqrstuvwxyz234567'
/** As the server numbers the state of an application. */
const applicationStatus = { pending: 0, accepted: 1 } as const

/** Everybody, in the order of their ids. */
export function accountRows({ seed, seedTexts, moment }: World): (typeof account.$inferInsert)[] {
  const random = createSeededRandom(seed, 'people')
  const { people, messageTemplates } = seedTexts
  return personKeys.map((person, index) => ({
    ...phoneOf(person),
    chatId: `c${Array.from({ length: 9 }, () => random.pick([...chatIdLetters])).join('')}`,
    nickname: people[person],
    signature: messageTemplates.signatures[index % messageTemplates.signatures.length] ?? '',
    gender: 0,
    createdAt: moment - random.integer(90, 800) * day,
    lastSeenAt: moment - random.integer(1, 2 * 24 * 60) * minute,
  }))
}

/** Both sides of every friendship of the person signed in. */
export function friendshipRows({ seed, seedTexts, moment }: World): (typeof friendship.$inferInsert)[] {
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

/** The tags of the person signed in, in the order of their ids. */
export const tagRows = ({ seedTexts }: World): (typeof friendTag.$inferInsert)[] =>
  tagKeys.map((tag) => ({ accountId: accountIdOf('me'), name: seedTexts.tags[tag] }))

/** Who is in them. */
export const tagMemberRows = (): (typeof friendTagMember.$inferInsert)[] =>
  tagKeys.flatMap((tag, index) =>
    tagMembers[tag].map((member) => ({
      tagId: index + 1,
      accountId: accountIdOf('me'),
      friendId: accountIdOf(member),
    })),
  )

/** Those who wait for an answer, oldest first, after two that were answered long ago. */
export function applicationRows({ seedTexts, moment }: World): (typeof friendApplication.$inferInsert)[] {
  const texts = seedTexts.messageTemplates.applications
  const applyTo = (senderId: PersonKey, createdAt: number) => ({
    senderId: accountIdOf(senderId),
    receiverId: accountIdOf('me'),
    source: 'search',
    createdAt,
  })
  const answered = (['quiet1', 'quiet2'] as const).map((person, index) => ({
    ...applyTo(person, moment - (12 - index) * day),
    remark: seedTexts.people[person],
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
