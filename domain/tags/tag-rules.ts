import type { Tag } from '#schemas/translate/tags.ts'
import type { Rejection } from '../commands/command.ts'
import { type FieldError, limitLength, requireLength } from '../forms/field-rule.ts'

/** The maximum length of a tag's name [TAG-11]. */
export const maxTagNameLength = 12
/** The maximum number of members of a tag if the settings name none (DEC-12) [TAG-12]. */
export const usualTagMemberLimit = 500

/** Rejects a blank or too long name; surrounding spaces do not count [TAG-11]. */
export const checkTagName = (name: string): FieldError | undefined => {
  const trimmed = name.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, maxTagNameLength)
}

/**
 * Rejects a choice of more friends than still fit into a tag. `limit` is the server's; undefined if it sets none
 * [TAG-12 TAG-14] (DEC-12).
 */
export function checkTagRoom(
  chosen: number,
  { memberIds }: Pick<Tag, 'memberIds'>,
  limit: number = usualTagMemberLimit,
): Rejection | undefined {
  const room = Math.max(0, limit - memberIds.length)
  if (chosen <= room) return undefined
  return { key: 'conversation.forward.max-selected', values: { count: room } }
}
