import type { ClipboardEvent } from 'react'

/** Files in a paste; none when there is text too, which is then what was meant. */
export const pastedFiles = ({ clipboardData }: ClipboardEvent): readonly File[] =>
  clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files]
