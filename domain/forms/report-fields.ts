import type { AttachmentKind } from '../media/attachment-kind.ts'
import { bytesPerMegabyte } from '../media/upload-limits.ts'
import { type FieldError, limitLength } from './field-rule.ts'

/** The minimum and maximum length of a report's description [REPORT-02 REPORT-06]. */
export const shortestDescription = 5
export const longestDescription = 200

/** Rejects a description that is too short or too long; surrounding spaces do not count [REPORT-06]. */
export const checkReportDescription = (description: string): FieldError | undefined => {
  const trimmed = description.trim()
  if (trimmed.length < shortestDescription)
    return { key: 'errors.string.min-length', values: { count: shortestDescription } }
  return limitLength(trimmed, longestDescription)
}

/** Rejects a screenshot that is empty, not a picture by its bytes, or larger than `limit` MB [REPORT-03]. */
export const checkScreenshot = (
  file: { readonly kind: AttachmentKind; readonly size: number },
  limit: number,
): FieldError | undefined => {
  if (file.size === 0) return { key: 'errors.invalid-file' }
  if (file.kind !== 'image') return { key: 'conversation.report.screenshot-not-image' }
  if (file.size <= limit * bytesPerMegabyte) return undefined
  return { key: 'errors.file-size-limit', values: { limit: `${limit} MB` } }
}
