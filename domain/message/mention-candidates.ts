import { foldText } from '../formats/folding.ts'
import { everyone } from './mentions.ts'

/** A person who can be mentioned, or everyone. */
export interface MentionCandidate {
  readonly userId: number
  /** The text after the @: the name that the group knows (DEC-153). */
  readonly name: string
  /** The name that this user sees: the remark if there is one. */
  readonly label: string
  readonly avatarUrl: string
  /** Other words that find this person. */
  readonly alsoFoundBy?: readonly string[]
}

/** A member of a group, reduced to what a mention needs. */
export interface MentionableMember {
  readonly userId: number
  readonly nickname: string
  readonly remark: string
  readonly memberName: string
  readonly avatarUrl: string
}

/** The position of a typed @ and the text between it and the cursor. */
export interface MentionQuery {
  readonly from: number
  readonly keyword: string
}

/** Returns everyone, followed by the other members of a group. */
export function mentionCandidates(
  members: readonly MentionableMember[],
  self: number,
  everyoneWords: { readonly name: string; readonly label: string },
): readonly MentionCandidate[] {
  const others = members.filter(({ userId }) => userId !== self)
  if (others.length === 0) return []
  const all = {
    userId: everyone,
    ...everyoneWords,
    avatarUrl: '',
    alsoFoundBy: ['All', 'everyone', '所有人'],
  }
  return [all, ...others.map(candidateOf)]
}

function candidateOf({
  userId,
  nickname,
  remark,
  memberName,
  avatarUrl,
}: MentionableMember): MentionCandidate {
  const name = memberName || nickname
  return { userId, name, label: remark || name, avatarUrl, alsoFoundBy: [name, nickname] }
}

/** A longer keyword matches no one, characters. */
const longestKeyword = 32

/**
 * Returns the keyword if the text before the cursor ends in an @ and a word. Returns undefined otherwise, and if the @
 * is inside a word, as in an address [MSG-37].
 */
export function mentionQuery(before: string): MentionQuery | undefined {
  const ending = before.slice(-longestKeyword - 2)
  const found = /(?:^|[^A-Za-z0-9._%+-])@(?<keyword>[^@\n]*)$/u.exec(ending)
  const keyword = found?.groups?.keyword
  if (keyword === undefined || keyword.length > longestKeyword || /^\s|\s\s/u.test(keyword)) return undefined
  return { from: before.length - keyword.length - 1, keyword }
}

/**
 * Returns the candidates whose names contain the keyword, best match first: at the start, at the start of a word,
 * anywhere. Ignores case, width and diacritics in every script. Chinese names also match by their pinyin initials.
 */
export function findMentioned(
  candidates: readonly MentionCandidate[],
  keyword: string,
): readonly MentionCandidate[] {
  const wanted = foldText(keyword).trim()
  if (wanted === '') return candidates
  const ranked = candidates.flatMap((candidate) => {
    const rank = Math.min(
      ...[candidate.label, ...(candidate.alsoFoundBy ?? [])].map((name) => rankOf(name, wanted)),
    )
    return rank === none ? [] : [{ candidate, rank }]
  })
  return ranked.sort((left, right) => left.rank - right.rank).map(({ candidate }) => candidate)
}

const none = Number.POSITIVE_INFINITY

function rankOf(name: string, wanted: string): number {
  const given = foldText(name)
  const at = given.indexOf(wanted)
  if (at === 0) return 0
  if (given.includes(` ${wanted}`)) return 1
  if (at > 0) return 2
  const initials = soundInitials(name)
  if (initials !== '' && initials.startsWith(wanted)) return 3
  return none
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
function soundInitials(name: string): string {
  const characters = [...name].filter((character) => /\p{Script=Han}/u.test(character))
  return characters
    .map(
      (character) => firstOfLetter.findLast(([, first]) => bySound.compare(first, character) <= 0)?.[0] ?? '',
    )
    .join('')
}
