import { useCallback } from 'react'
import type { Rejection } from '#domain/commands/command.ts'
import type { Notice } from '#domain/notification/toast.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'

/** Returns the text of a rejection: the server's, else that of its key, else the general error [ERR-02]. */
export const rejectionText = (
  translate: Translate,
  rejection: Pick<Rejection, 'text' | 'key' | 'values'>,
): string => {
  if (rejection.text !== undefined && rejection.text !== '') return rejection.text
  return translate(rejection.key === '' ? 'errors.error' : rejection.key, rejection.values)
}

/**
 * Returns the text of a notice: the server's, else that of its key, else for a failure the general error [ERR-02
 * ERR-03].
 */
export const noticeText = (translate: Translate, notice: Notice): string => {
  if (notice.text !== undefined && notice.text !== '') return notice.text
  if (notice.key !== undefined) return translate(notice.key, notice.values)
  return notice.kind === 'error' || notice.kind === 'warning' ? translate('errors.error') : ''
}

/** Returns `rejectionText` for the current language. */
export const useRejectionText = (): ((rejection: Rejection) => string) => {
  const text = useText()
  return useCallback((rejection) => rejectionText(text, rejection), [text])
}
