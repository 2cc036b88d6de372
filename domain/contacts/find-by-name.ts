import { foldText } from '../formats/folding.ts'
import { soundInitials } from './letters.ts'

/** A person in a list that is searched by name. */
export interface FindablePerson {
  /** The name that the list shows. */
  readonly label: string
  /** Other words that find this person. */
  readonly alsoFoundBy?: readonly string[]
}

/**
 * Returns the people whose names contain the keyword, best match first: at the start, at the start of a word, anywhere.
 * Ignores case, width and diacritics in every script. Chinese names also match by their pinyin initials.
 */
export function findByName<Person extends FindablePerson>(
  people: readonly Person[],
  keyword: string,
): readonly Person[] {
  const wanted = foldText(keyword).trim()
  if (wanted === '') return people
  const ranked = people.flatMap((person) => {
    const rank = Math.min(...searchableNames(person).map((name) => rankOf(name, wanted)))
    return rank === none ? [] : [{ person, rank }]
  })
  return ranked.sort((left, right) => left.rank - right.rank).map(({ person }) => person)
}

interface SearchableName {
  readonly name: string
  readonly folded: string
  /** Set by the first search that needs it. */
  initials?: readonly string[]
}

/** The folded names by person, because a search runs for each key pressed, over up to thousands of people. */
const namesOf = new WeakMap<FindablePerson, readonly SearchableName[]>()

function searchableNames(person: FindablePerson): readonly SearchableName[] {
  const known = namesOf.get(person)
  if (known) return known
  const names = [person.label, ...(person.alsoFoundBy ?? [])]
    .filter((name) => name !== '')
    .map((name) => ({ name, folded: foldText(name) }))
  namesOf.set(person, names)
  return names
}

const none = Number.POSITIVE_INFINITY

function rankOf(searchable: SearchableName, wanted: string): number {
  const { name, folded } = searchable
  const at = folded.indexOf(wanted)
  if (at === 0) return 0
  if (at > 0) return folded.includes(` ${wanted}`) ? 1 : 2
  if (!onlyLetters.test(wanted)) return none
  searchable.initials ??= soundInitials(name)
  return searchable.initials.some((initials) => initials.startsWith(wanted)) ? 3 : none
}

/** A keyword that may be pinyin initials. */
const onlyLetters = /^[a-z]+$/
