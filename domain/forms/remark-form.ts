import { type FieldError, limitLength } from './field-rule.ts'

/** The maximum length of a remark for a friend [FRIEND-35]. */
export const longestFriendRemark = 50

/** Rejects a remark that is too long; surrounding spaces do not count [FRIEND-35]. */
export const checkFriendRemark = (remark: string): FieldError | undefined =>
  limitLength(remark.trim(), longestFriendRemark)

/** What saving a remark does: nothing, or a call with this remark, which is empty for a reset. */
export type RemarkChange =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'saved' | 'reset'; readonly remark: string }

/** Compares what was typed with the friend's present remark and nickname [FRIEND-36 FRIEND-37]. */
export function remarkChangeOf(
  typed: string,
  friend: { readonly remark: string; readonly nickname: string },
): RemarkChange {
  const wanted = typed.trim()
  const remark = wanted === friend.nickname ? '' : wanted
  if (remark === friend.remark) return { kind: 'unchanged' }
  return { kind: remark === '' ? 'reset' : 'saved', remark }
}
