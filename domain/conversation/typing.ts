import type { ConversationId, UserId } from '#schemas/ids.ts'

/** What a person does in a conversation before a message of theirs. Never stored (DEC-245). */
export type Activity = 'typing' | 'recording'

/** A person who types or records. */
export interface ActivePerson {
  readonly userId: UserId
  /** The name that the server gives; empty if it gives none. */
  readonly name: string
  readonly activity: Activity
}

/** The people who type or record, by conversation; the one who began first comes first. */
export type TypingPeople = ReadonlyMap<ConversationId, readonly ActivePerson[]>

/** The maximum number of members of a group in which members see each other typing. */
export const mostMembersWithTyping = 100

/** The shortest time between two frames about the same activity, ms. */
export const typingRepeatedAfter = 4_000
/** An activity ends this long after its last frame, ms. Longer than the time between two, by the delay of one. */
export const typingEndsAfter = 7_000

/** The people of a conversation in the words of one line. */
export interface ActivityWords {
  readonly activity: Activity
  /** The person who began first. */
  readonly first: ActivePerson
  /** The other one of two people. Of more, only the first is named. */
  readonly second?: ActivePerson
  /** How many there are but the first. */
  readonly others: number
}

/** Returns what one line says about people; undefined if there are none. Only if all record, they are said to. */
export function activityWords(people: readonly ActivePerson[]): ActivityWords | undefined {
  const [first, second] = people
  if (first === undefined) return undefined
  const isRecording = people.every(({ activity }) => activity === 'recording')
  return {
    activity: isRecording ? 'recording' : 'typing',
    first,
    ...(second !== undefined && people.length === 2 ? { second } : {}),
    others: people.length - 1,
  }
}
