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
