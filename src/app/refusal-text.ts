import { useCallback } from 'react'
import type { Refusal } from '#domain/commands/command.ts'
import type { Notice } from '#domain/notification/toast.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'

/** A refusal in words: the server's text, else its key, else the general error [ERR-02]. */
export const refusalText = (
  translate: Translate,
  refusal: Pick<Refusal, 'text' | 'key' | 'values'>,
): string => {
  if (refusal.text !== undefined && refusal.text !== '') return refusal.text
  return translate(refusal.key === '' ? 'errors.error' : refusal.key, refusal.values)
}

/** A notice in words: the server's text, else its key; a failure without either is the general error [ERR-02 ERR-03]. */
export const noticeText = (translate: Translate, notice: Notice): string => {
  if (notice.text !== undefined && notice.text !== '') return notice.text
  if (notice.key !== undefined) return translate(notice.key, notice.values)
  return notice.kind === 'error' || notice.kind === 'warning' ? translate('errors.error') : ''
}

/** `refusalText` in the language of the moment. */
export const useRefusalText = (): ((refusal: Refusal) => string) => {
  const text = useText()
  return useCallback((refusal) => refusalText(text, refusal), [text])
}
