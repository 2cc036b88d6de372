import { type ConversationId, conversationId } from '#schemas/ids.ts'
import { type FieldError, limitLength, requireLength } from './field-rule.ts'

/** The minimum length of a people search [FRIEND-09]. */
export const minKeywordLength = 2
/** The maximum length of a search on the wire. */
export const maxKeywordLength = 64
/** The maximum length of a friend request's text [FRIEND-21]. */
export const maxRequestRemarkLength = 30

/** Rejects a people search that is too short; surrounding spaces do not count [FRIEND-09]. */
export const checkKeyword = (keyword: string): FieldError | undefined =>
  requireLength(keyword.trim(), minKeywordLength)

/** Rejects a friend request's text that is too long [FRIEND-21]. */
export const checkRequestRemark = (remark: string): FieldError | undefined =>
  limitLength(remark, maxRequestRemarkLength)

/**
 * Returns the text of a friend request: the typed text, else `placeholder`, which names the sender [FRIEND-22]. Cut to
 * the limit, so that a long nickname does not make the request fail.
 */
export const requestRemark = (typed: string, placeholder: string): string =>
  Array.from(typed.trim() || placeholder).reduce(
    (kept, character) => (kept.length + character.length > maxRequestRemarkLength ? kept : kept + character),
    '',
  )

/** The origin of a friend request in the route's queries. */
export interface RequestOrigin {
  readonly source?: string | undefined
  readonly groupId?: string | undefined
  readonly sessionId?: string | undefined
}

/** Returns the `Source` of an application; an unknown origin counts as found by search [FRIEND-59] (DEC-41). */
export const requestSource = ({ source, groupId, sessionId }: RequestOrigin): string => {
  if (source === 'qrcode') return 'QRCode'
  if (source === 'avatar' && groupId) return `Group:${groupId}:Head`
  if (source === 'contact' && groupId) return `Group:${groupId}:Card`
  if (source === 'contact' && sessionId) return `Session:${sessionId}:Card`
  return 'Search'
}

/** How the sender of an application found its receiver. */
export type ApplicationSource =
  | { readonly kind: 'search' | 'code' | 'card' }
  | { readonly kind: 'group' | 'group-card'; readonly group: ConversationId }

/** Reads the `Source` of an application; undefined for any other text [FRIEND-59]. */
export function readApplicationSource(source: string): ApplicationSource | undefined {
  if (source === 'Search') return { kind: 'search' }
  if (source === 'QRCode') return { kind: 'code' }
  const [, place, id, part] = /^(Group|Session):([1-9]\d{0,14}):(Card|Head)$/.exec(source) ?? []
  if (place === 'Session' && part === 'Card') return { kind: 'card' }
  if (place !== 'Group') return undefined
  return { kind: part === 'Card' ? 'group-card' : 'group', group: conversationId('group', Number(id)) }
}

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
