import { type FieldError, limitLength, requireLength } from './field-rule.ts'

/** Fewest characters to search a person by [FRIEND-09]. */
export const minKeywordLength = 2
/** Most characters of a search, as the wire takes it. */
export const maxKeywordLength = 64
/** Most characters of the words that go with a friend request [FRIEND-21]. */
export const maxRequestRemarkLength = 30

/** Refuses a search for a person that is too short, spaces around it not counted [FRIEND-09]. */
export const checkKeyword = (keyword: string): FieldError | undefined =>
  requireLength(keyword.trim(), minKeywordLength)

/** Refuses words that are too long for a friend request [FRIEND-21]. */
export const checkRequestRemark = (remark: string): FieldError | undefined =>
  limitLength(remark, maxRequestRemarkLength)

/**
 * What a friend request says: the typed words, else `placeholder`, which names the sender [FRIEND-22];
 * cut to the limit, since a long nickname must not make the request fail.
 */
export const requestRemark = (typed: string, placeholder: string): string =>
  Array.from(typed.trim() || placeholder).reduce(
    (kept, character) => (kept.length + character.length > maxRequestRemarkLength ? kept : kept + character),
    '',
  )

/** Where a friend request comes from, as the route's queries say it. */
export interface RequestOrigin {
  readonly source?: string | undefined
  readonly groupId?: string | undefined
  readonly sessionId?: string | undefined
}

/** The `Source` of an application; anything unknown counts as found by searching [FRIEND-59] (DEC-41). */
export const requestSource = ({ source, groupId, sessionId }: RequestOrigin): string => {
  if (source === 'qrcode') return 'QRCode'
  if (source === 'avatar' && groupId) return `Group:${groupId}:Head`
  if (source === 'contact' && groupId) return `Group:${groupId}:Card`
  if (source === 'contact' && sessionId) return `Session:${sessionId}:Card`
  return 'Search'
}
