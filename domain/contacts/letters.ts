/** The heading of names that begin with a digit, a symbol or a script that has no headings in this language. */
export const otherHeading = '#'

/** The order in which a language lists people, and the headings of that order. */
export interface NameOrder {
  /**
   * Returns the heading of a name: a letter of the language, for a Chinese name the first one of its pinyin, in
   * Traditional Chinese its number of strokes; `#` for any other name.
   */
  headingOf(name: string): string
  /** The position of a heading among all headings of the language. */
  headingPosition(heading: string): number
  /** Returns the people by heading, then by name. People with equal names keep their order. */
  sort<Person>(people: readonly Person[], nameOf: (person: Person) => string): Person[]
}

/** Returns the order of people's names in a language, such as `zh-TW`. */
export function nameOrderIn(locale: string): NameOrder {
  const known = orders.get(locale)
  if (known) return known
  const order = createNameOrder(locale)
  orders.set(locale, order)
  return order
}

const orders = new Map<string, NameOrder>()

function createNameOrder(locale: string): NameOrder {
  const hasStrokes = locale === 'zh-TW'
  const letters = [...(locale === 'vi-VN' ? vietnameseLetters : latinLetters)]
  const headings = hasStrokes ? [...strokeHeadings, ...letters] : letters
  const positions = new Map(headings.map((heading, position) => [heading, position]))
  const baseCollator = new Intl.Collator(locale, { sensitivity: 'base' })
  const nameCollator = new Intl.Collator(locale, { numeric: true })
  const chineseCollator = hasStrokes ? strokeCollator : pinyinCollator
  const known = new Map<string, string>()

  function headingOfCharacter(character: string): string {
    if (isChinese(character))
      return (hasStrokes ? strokeHeadingOf(character) : initialOf(character).toUpperCase()) || otherHeading
    if (!/\p{Script=Latin}/u.test(character)) return otherHeading
    return letters.findLast((letter) => baseCollator.compare(letter, character) <= 0) ?? otherHeading
  }

  function headingOf(name: string): string {
    const [first = ''] = (hasStrokes ? name.trim() : readAsSurname(name)).normalize('NFC')
    const heading = known.get(first) ?? headingOfCharacter(first)
    known.set(first, heading)
    return heading
  }

  const headingPosition = (heading: string) => positions.get(heading) ?? headings.length

  return {
    headingOf,
    headingPosition,
    sort(people, nameOf) {
      const entries = people.map((person) => {
        const given = nameOf(person).trim()
        const name = hasStrokes ? given : readAsSurname(given)
        return { person, name, position: headingPosition(headingOf(given)), isChinese: isChinese(name) }
      })
      // Below a heading, Latin names precede Chinese ones.
      const sorted = entries.sort(
        (left, right) =>
          left.position - right.position ||
          Number(left.isChinese) - Number(right.isChinese) ||
          (left.isChinese ? chineseCollator : nameCollator).compare(left.name, right.name),
      )
      return sorted.map(({ person }) => person)
    },
  }
}

const latinLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const vietnameseLetters = 'AĂÂBCDĐEÊFGHIJKLMNOÔƠPQRSTUƯVWXYZ'

const isChinese = (name: string): boolean => /^\p{Script=Han}/u.test(name)

const pinyinCollator = new Intl.Collator('zh-Hans-CN-u-co-pinyin', { numeric: true })
const strokeCollator = new Intl.Collator('zh-Hant-TW-u-co-stroke', { numeric: true })

/** Unicode's collation data lists characters of n strokes after the mark of n (UTS 35, index characters). */
const strokeMarks = Array.from({ length: 48 }, (_, at) => `\uFDD0${String.fromCodePoint(0x2801 + at)}`)
const strokeHeadings = strokeMarks.map((_, at) => `${at + 1}畫`)

const strokeHeadingOf = (character: string): string | undefined =>
  strokeHeadings[strokeMarks.findLastIndex((mark) => strokeCollator.compare(mark, character) <= 0)]

/**
 * Surnames that are read otherwise than the same character elsewhere, with a character of the surname's sound. The
 * collation data knows only the usual reading.
 */
const surnameSounds: ReadonlyMap<string, string> = new Map([
  ...[
    ['曾', '增'],
    ['翟', '宅'],
    ['查', '渣'],
    ['解', '谢'],
    ['单', '善'],
    ['單', '善'],
    ['仇', '求'],
    ['区', '欧'],
    ['區', '欧'],
  ],
  ...[
    ['乐', '月'],
    ['樂', '月'],
    ['覃', '秦'],
    ['种', '虫'],
    ['折', '蛇'],
    ['繁', '婆'],
    ['万俟', '莫奇'],
    ['尉迟', '玉迟'],
    ['单于', '缠于'],
  ],
] as const)

/** Returns a name with its surname replaced by characters that sort by the surname's reading. */
function readAsSurname(name: string): string {
  const trimmed = name.trim()
  for (const length of [2, 1]) {
    const sound = surnameSounds.get(trimmed.slice(0, length))
    if (sound !== undefined) return sound + trimmed.slice(length)
  }
  return trimmed
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

/** The pinyin initials of characters that were looked up. */
const initials = new Map<string, string>()

function initialOf(character: string): string {
  const known = initials.get(character)
  if (known !== undefined) return known
  const initial =
    firstOfLetter.findLast(([, first]) => pinyinCollator.compare(first, character) <= 0)?.[0] ?? ''
  initials.set(character, initial)
  return initial
}

/**
 * Returns the pinyin initials of a Chinese name, such as `zw` for 张伟: by the reading of its surname, and by the usual
 * reading if that differs. Empty for a name in another script.
 */
export function soundInitials(name: string): readonly string[] {
  const readings = new Set([readAsSurname(name), name].map(initialsOf))
  readings.delete('')
  return [...readings]
}

const initialsOf = (name: string): string =>
  [...name]
    .filter((character) => /\p{Script=Han}/u.test(character))
    .map(initialOf)
    .join('')
