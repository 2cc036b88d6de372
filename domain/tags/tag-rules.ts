import { type FieldError, limitLength, requireLength } from '../forms/field-rule.ts'

/** Most characters of a tag's name [TAG-11]. */
export const maxTagNameLength = 12
/** How many members a tag takes when the settings say nothing else (DEC-12) [TAG-12]. */
export const usualTagMemberLimit = 500

/** Refuses a name that is blank or too long, spaces around it not counted [TAG-11]. */
export const checkTagName = (name: string): FieldError | undefined => {
  const trimmed = name.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, maxTagNameLength)
}
