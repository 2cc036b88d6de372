import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import { sizeIn } from '#domain/formats/file-size.ts'

/** Says how large a file is, in the language of the moment; takes bytes. */
export const useFileSize = (): ((size: number) => string) => {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback((size) => sizeIn(locale, size), [locale])
}
