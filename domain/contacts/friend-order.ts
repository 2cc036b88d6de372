import type { UserId } from '#schemas/ids.ts'
import type { Friend } from './contacts.ts'
import { nameOrderIn } from './letters.ts'

/** Returns the friends by name, as a language lists people, then by id [FRIEND-04]. */
export const friendsByName = (friends: readonly Friend[], locale: string): readonly Friend[] =>
  nameOrderIn(locale).sort(
    friends.toSorted((left, right) => left.userId - right.userId),
    ({ displayName }) => displayName,
  )

/** Returns the friends who are online, then the others, each in the given order [FRIEND-04]. */
export const onlineFirst = (friends: readonly Friend[], online: ReadonlySet<UserId>): readonly Friend[] => [
  ...friends.filter(({ userId }) => online.has(userId)),
  ...friends.filter(({ userId }) => !online.has(userId)),
]

export interface LetterSection<Person> {
  readonly letter: string
  readonly people: readonly Person[]
}

/** Returns the people by the letters of a language, `#` last. Within a letter they keep their order. */
export function groupByLetter<Person extends { readonly label: string }>(
  people: readonly Person[],
  locale: string,
): readonly LetterSection<Person>[] {
  const { headingOf, headingPosition } = nameOrderIn(locale)
  const sections = new Map<string, Person[]>()
  for (const person of people) {
    const letter = headingOf(person.label)
    const section = sections.get(letter)
    if (section) section.push(person)
    else sections.set(letter, [person])
  }
  return [...sections]
    .map(([letter, group]) => ({ letter, people: group }))
    .sort((left, right) => headingPosition(left.letter) - headingPosition(right.letter))
}

/** A letter of a list that is sorted by name, and the position of its first person. */
export interface LetterStart {
  readonly letter: string
  readonly index: number
}

/** Returns the letters of friends who are sorted by name, in order. */
export function letterStarts(friends: readonly Friend[], locale: string): readonly LetterStart[] {
  const { headingOf } = nameOrderIn(locale)
  const starts: LetterStart[] = []
  for (const [index, { displayName }] of friends.entries()) {
    const letter = headingOf(displayName)
    if (starts.at(-1)?.letter !== letter) starts.push({ letter, index })
  }
  return starts
}
