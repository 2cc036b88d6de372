import { type CircleKey, type GroupKey, type PersonKey, personKeys, type TagKey } from './persona-keys.ts'

/** Special threads near the end of a conversation, in addition to those of its circles. */
export type Special = 'long' | 'links' | 'rightToLeft' | 'pictures' | 'album'

/** A conversation from the signed-in person's point of view. */
export interface ConversationPlan {
  readonly kind: 'direct' | 'group' | 'channel'
  /** The key of a group; a one-to-one conversation is named after its peer. */
  readonly group?: GroupKey
  /** The other members: the owner of a group first, unless the signed-in person owns it. */
  readonly members: readonly [PersonKey, ...PersonKey[]]
  readonly circles: readonly CircleKey[]
  /** The number of messages; absent ones share the rest. */
  readonly messages?: number
  /** Minutes between its newest message and the world's moment. */
  readonly newestAgo: number
  readonly unread?: number
  readonly isPinned?: boolean
  readonly isMuted?: boolean
  /** The signed-in person owns the group. */
  readonly isOwned?: boolean
  /** Managers decide who joins the group. */
  readonly isPrivate?: boolean
  /** Never opened. */
  readonly isNew?: boolean
  readonly special?: readonly Special[]
  /** Index into the drafts of the seed texts. */
  readonly draft?: number
  /** The timer of disappearing messages, seconds after reading. */
  readonly timerSeconds?: number
}

export const totalMessages = 5000
const hour = 60
const day = 24 * hour

/** The members of a group except the signed-in person. */
const teamMembers = ['manager', 'colleague1', 'colleague2', 'colleague3', 'colleague4'] as const
const projectMembers = ['colleague1', 'colleague5', 'colleague6', 'colleague2', 'manager', 'member6'] as const

const oneToOne = (
  person: PersonKey,
  circle: CircleKey,
  newestAgo: number,
  rest: Partial<ConversationPlan> = {},
): ConversationPlan => ({ kind: 'direct', members: [person], circles: [circle], newestAgo, ...rest })

const groups: readonly ConversationPlan[] = [
  {
    kind: 'group',
    group: 'oldFriends',
    members: ['friend1', 'close', 'friend2', 'friend5', 'member1'],
    circles: ['friendsGroup'],
    messages: 210,
    newestAgo: 6,
    unread: 12,
    isPinned: true,
    special: ['links'],
  },
  {
    kind: 'group',
    group: 'weekend',
    // Bots, which talk here. The second one is a manager.
    members: ['chatterbox', 'slow', 'painter', 'reader'],
    isPrivate: true,
    circles: ['friendsGroup'],
    messages: 110,
    newestAgo: 14,
    draft: 1,
    special: ['album'],
  },
  {
    kind: 'group',
    group: 'family',
    members: ['mother', 'father', 'sister', 'cousin'],
    circles: ['familyGroup'],
    messages: 120,
    newestAgo: 38,
    isPinned: true,
    special: ['links'],
  },
  {
    kind: 'group',
    group: 'team',
    members: teamMembers,
    circles: ['workGroup'],
    messages: 130,
    newestAgo: 19,
    unread: 4,
  },
  {
    kind: 'group',
    group: 'project',
    members: projectMembers,
    circles: ['workGroup'],
    messages: 120,
    newestAgo: 3 * hour,
    isMuted: true,
    unread: 38,
  },
  {
    kind: 'group',
    group: 'building',
    members: ['landlord', 'neighbour', 'member3', 'member4', 'member5'],
    circles: ['localGroup'],
    messages: 170,
    newestAgo: 75,
    unread: 128,
  },
  {
    kind: 'group',
    group: 'club',
    members: ['member5', 'friend8', 'teacher', 'member1'],
    isOwned: true,
    isPrivate: true,
    circles: ['localGroup'],
    messages: 90,
    newestAgo: 2 * day,
  },
  {
    kind: 'channel',
    group: 'news',
    members: ['member6'],
    circles: [],
    messages: 26,
    newestAgo: 6 * hour + 5,
    unread: 6,
  },
]

const people: readonly ConversationPlan[] = [
  {
    ...oneToOne('close', 'friends', 2),
    circles: ['friends', 'work'],
    messages: 1150,
    special: ['pictures'],
    isPinned: true,
    unread: 3,
  },
  oneToOne('friend1', 'friends', 47, { unread: 1, special: ['long'] }),
  oneToOne('friend2', 'friends', 2 * hour, { special: ['rightToLeft'] }),
  oneToOne('friend3', 'friends', 4 * hour, { draft: 0 }),
  oneToOne('friend4', 'friends', 7 * hour + 25),
  oneToOne('friend5', 'friends', 16 * hour + 10, { isMuted: true, unread: 7 }),
  oneToOne('friend6', 'friends', 20 * hour, { special: ['links'] }),
  oneToOne('friend7', 'friends', day + 3 * hour, { unread: 3, timerSeconds: 60 }),
  oneToOne('friend8', 'friends', 2 * day + hour),
  oneToOne('friend9', 'friends', 3 * day + 5 * hour, { draft: 3 }),
  oneToOne('mother', 'family', 12, { unread: 2, isPinned: true }),
  oneToOne('father', 'family', 7 * hour),
  oneToOne('sister', 'family', 90, { special: ['links'] }),
  oneToOne('grandmother', 'family', day + 2 * hour),
  oneToOne('cousin', 'family', 2 * day + 4 * hour),
  oneToOne('manager', 'work', 55, { unread: 1 }),
  oneToOne('colleague1', 'work', 26, { special: ['links'] }),
  oneToOne('colleague2', 'work', 4 * hour + 20),
  oneToOne('colleague3', 'work', 6 * hour, { draft: 4 }),
  oneToOne('colleague4', 'work', 23 * hour, { isMuted: true }),
  oneToOne('colleague5', 'work', day + 6 * hour),
  oneToOne('colleague6', 'work', 3 * day),
  oneToOne('landlord', 'landlord', 30 * hour, { messages: 17, draft: 2 }),
  oneToOne('teacher', 'teacher', 6 * hour + 40, { messages: 21 }),
  oneToOne('neighbour', 'neighbour', 2 * day + 7 * hour, { messages: 18 }),
  oneToOne('shop', 'shop', 3 * day + 2 * hour, { messages: 13 }),
  oneToOne('coach', 'coach', 4 * day + hour, { messages: 16, unread: 1, isNew: true }),
]

/** Short, so that the bots' answers soon dominate. */
const bots: readonly ConversationPlan[] = [
  oneToOne('echo', 'friends', 3 * hour + 10, { messages: 24 }),
  oneToOne('slow', 'friends', 17 * hour + 5, { messages: 36 }),
  oneToOne('chatterbox', 'friends', 33, { messages: 60 }),
  oneToOne('painter', 'friends', 5 * hour + 30, { messages: 28, special: ['pictures', 'album'] }),
  oneToOne('reader', 'friends', 26 * hour, { messages: 18 }),
]

/** Every conversation of the world. */
export const conversationPlans: readonly ConversationPlan[] = [...people, ...bots, ...groups]

/** Conversations are numbered from 1 in the order of the plans. Throws for a group without a plan. */
export function groupIdOf(group: GroupKey): number {
  const index = conversationPlans.findIndex((plan) => plan.group === group)
  if (index < 0) throw new Error(`There is no group ${group}`)
  return index + 1
}

/** People who are asked before they are added to a group. */
export const verifyingPeople: ReadonlySet<PersonKey> = new Set(['painter'])

/** Friends without a conversation. */
export const friendsWithoutConversation: readonly PersonKey[] = [
  'quiet1',
  'quiet2',
  'quiet3',
  'quiet4',
  'quiet5',
]

/** The members of each tag. All are friends, some in two tags. */
export const tagMembers: Readonly<Record<TagKey, readonly PersonKey[]>> = {
  family: ['mother', 'father', 'sister', 'grandmother', 'cousin'],
  work: ['manager', 'colleague1', 'colleague2', 'colleague3', 'colleague4', 'colleague5', 'colleague6'],
  weekend: ['close', 'friend4', 'friend6', 'coach'],
  closest: ['close', 'friend1', 'sister'],
}

/** When pending applications were sent, minutes ago, newest first. */
export const waitingApplications: readonly (readonly [PersonKey, number])[] = [
  ['applicant1', 80],
  ['applicant2', 17 * hour],
  ['applicant3', 2 * day + 3 * hour],
]

/** The server's first account id. The world is written to an empty store. */
const firstAccountId = 100_001

/** The account id of a person of the world. */
export const accountIdOf = (person: PersonKey): number => firstAccountId + personKeys.indexOf(person)

/** Returns the phone number of a person, from the range reserved for fiction. */
export const phoneOf = (person: PersonKey): { readonly telCode: string; readonly phone: string } => ({
  telCode: '1',
  phone: `20255501${String(personKeys.indexOf(person)).padStart(2, '0')}`,
})

/** All friends of the signed-in person. */
export const friendKeys: readonly PersonKey[] = [
  ...conversationPlans.filter(({ kind }) => kind === 'direct').map(({ members: [peer] }) => peer),
  ...friendsWithoutConversation,
]
