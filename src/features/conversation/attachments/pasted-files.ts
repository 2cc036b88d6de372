import type { ClipboardEvent } from 'react'

/** Kinds of text that a program copies together with a picture of that text; a file manager names its files in plain text alone. */
const writtenTypes: readonly string[] = ['text/html', 'text/rtf']

/** Files in a paste; none when formatted text came with them, whose picture they are then. */
export const pastedFiles = ({ clipboardData }: Pick<ClipboardEvent, 'clipboardData'>): readonly File[] => {
  const { files, types } = clipboardData
  const isPictureOfText = types.includes('text/plain') && types.some((type) => writtenTypes.includes(type))
  return isPictureOfText ? [] : [...files]
}
