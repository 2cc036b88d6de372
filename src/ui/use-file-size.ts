import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

/** Returns a formatter of file sizes in the current language; its argument is in bytes. */
export const useFileSize = (): ((size: number) => string) => {
  const { i18n } = useLingui()
  const { locale } = i18n
  return useCallback((size) => fileSizeIn(locale, size), [locale])
}

/** Units with the number of bytes at which they start. */
const units = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const

/** Formats a size in bytes in this language; a megabyte is 1,000,000 bytes: "1.4 MB". */
export function fileSizeIn(locale: string, size: number): string {
  const { unit, bytes } = units.find((one) => size >= one.bytes) ?? { unit: 'byte', bytes: 1 }
  const maximumFractionDigits = unit === 'megabyte' || unit === 'gigabyte' ? 1 : 0
  // The short form of bytes has no plural in English.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  return format.format(size / bytes)
}
