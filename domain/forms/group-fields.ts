import { type FieldError, limitLength } from './field-rule.ts'

/** The maximum length of a group's name [GROUP-05 ADMIN-38]. */
export const longestGroupName = 50
/** The maximum length of an own name in a group [GROUP-37]. */
export const longestMemberName = 15
/** The maximum length of an announcement [GROUP-40]. */
export const longestAnnouncement = 500

/** The maximum length of a remark to the managers, as the wire allows it [GROUP-19]. */
export const longestJoinRemark = 100

/** Rejects a group name that is blank or too long; surrounding spaces do not count [GROUP-05 ADMIN-38]. */
export const checkGroupName = (name: string): FieldError | undefined => {
  const trimmed = name.trim()
  if (trimmed === '') return { key: 'errors.string.min-length', values: { count: 1 } }
  return limitLength(trimmed, longestGroupName)
}

/** Rejects an own name in a group that is too long; empty removes it [GROUP-37]. */
export const checkMemberName = (name: string): FieldError | undefined =>
  limitLength(name.trim(), longestMemberName)

/** Rejects an announcement that is too long [GROUP-40]. */
export const checkAnnouncement = (announcement: string): FieldError | undefined =>
  limitLength(announcement, longestAnnouncement)

/** Rejects a remark to the managers that is too long; it may be empty [GROUP-19]. */
export const checkJoinRemark = (remark: string): FieldError | undefined =>
  limitLength(remark.trim(), longestJoinRemark)

/**
 * Returns the proposed name of a group of these people, by remark or nickname: the first two, and an ellipsis for
 * further ones [GROUP-07] (DEC-79 DEC-80). It is never longer than a name may be.
 */
export function proposedGroupName(labels: readonly string[], separator: string): string {
  const ending = labels.length > 2 ? '…' : ''
  const name = labels.slice(0, 2).join(separator)
  if (name.length + ending.length <= longestGroupName) return name + ending
  return `${shorten(name, longestGroupName - 1)}…`
}

/** Cuts between whole characters, because half a surrogate pair is no text. `most` is in UTF-16 units. */
const shorten = (text: string, most: number): string => {
  const cut = text.slice(0, most)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
