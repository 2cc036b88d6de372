import { type FieldError, limitLength, requireLength } from './field-rule.ts'

/** The maximum length of the content, which the counter shows [SET-04] (DEC-88). */
export const longestFeedback = 200

/** The time from the submission to the thanks, ms [SET-08]. */
export const feedbackDelay = 400

/** Rejects an empty contact; surrounding spaces do not count [SET-05]. */
export const checkFeedbackContact = (contact: string): FieldError | undefined =>
  requireLength(contact.trim(), 1)

/** Rejects a content that is empty or too long; surrounding spaces do not count [SET-04]. */
export const checkFeedbackContent = (content: string): FieldError | undefined => {
  const trimmed = content.trim()
  return requireLength(trimmed, 1) ?? limitLength(trimmed, longestFeedback)
}
