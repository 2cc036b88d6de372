import { foldText } from '../formats/folding.ts'

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
  initials?: string
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
  return searchable.initials.startsWith(wanted) ? 3 : none
}

/** A keyword that may be pinyin initials. */
const onlyLetters = /^[a-z]+$/

/** The first character of each pinyin initial in collation order. No syllable starts with i, u or v. */
const firstOfLetter = [
  ...[
    ['a', '阿'],
    ['b', '八'],
    ['c', '嚓'],
    ['d', '哒'],
    ['e', '妸'],
    ['f', '发'],
    ['g', '旮'],
    ['h', '哈'],
  ],
  ...[
    ['j', '讥'],
    ['k', '咔'],
    ['l', '垃'],
    ['m', '妈'],
    ['n', '拏'],
    ['o', '噢'],
    ['p', '妑'],
    ['q', '七'],
  ],
  ...[
    ['r', '呥'],
    ['s', '扨'],
    ['t', '它'],
    ['w', '穵'],
    ['x', '夕'],
    ['y', '丫'],
    ['z', '帀'],
  ],
] as const

const bySound = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** Returns the pinyin initials of a Chinese name, such as `zw` for 张伟; empty for a name in another script. */
function soundInitials(name: string): string {
  const characters = [...name].filter((character) => /\p{Script=Han}/u.test(character))
  return characters
    .map(
      (character) => firstOfLetter.findLast(([, first]) => bySound.compare(first, character) <= 0)?.[0] ?? '',
    )
    .join('')
}
