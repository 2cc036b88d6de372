import { foldText } from '../formats/folding.ts'

/** The section of names that begin with none of the letters A to Z. */
export const otherLetters = '#'

/** Returns the letter under which a name is listed: A to Z, for a Chinese name by its pinyin, `#` for any other. */
export function letterOf(name: string): string {
  const [first = ''] = name.trim()
  const letter = /\p{Script=Han}/u.test(first) ? soundInitials(first) : foldText(first).charAt(0)
  return /^[a-z]$/.test(letter) ? letter.toUpperCase() : otherLetters
}

export interface LetterSection<Person> {
  readonly letter: string
  readonly people: readonly Person[]
}

/** Returns the people by letter, A to Z and then `#`. Within a letter they keep their order. */
export function groupByLetter<Person extends { readonly label: string }>(
  people: readonly Person[],
): readonly LetterSection<Person>[] {
  const sections = new Map<string, Person[]>()
  for (const person of people) {
    const letter = letterOf(person.label)
    const section = sections.get(letter)
    if (section) section.push(person)
    else sections.set(letter, [person])
  }
  const placeOf = (letter: string) => (letter === otherLetters ? '~' : letter)
  return [...sections]
    .map(([letter, group]) => ({ letter, people: group }))
    .sort((left, right) => (placeOf(left.letter) < placeOf(right.letter) ? -1 : 1))
}

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
export function soundInitials(name: string): string {
  const characters = [...name].filter((character) => /\p{Script=Han}/u.test(character))
  return characters
    .map(
      (character) => firstOfLetter.findLast(([, first]) => bySound.compare(first, character) <= 0)?.[0] ?? '',
    )
    .join('')
}
