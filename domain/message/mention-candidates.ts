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
