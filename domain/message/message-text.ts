import type { Outcome } from '../commands/command.ts'

/** Longest text of a message, in UTF-16 units as every limit of a text counts (DEC-118). */
export const longestMessage = 20_000

/** Trims a message's text; refuses an empty one [MSG-33 MSG-35] and one above 20,000 characters (DEC-118). */
export function checkMessageText(text: string): Outcome<string> {
  const trimmed = text.trim()
  if (trimmed.length === 0)
    return { isOk: false, refusal: { key: 'errors.string.length', values: { count: 1 } } }
  if (trimmed.length > longestMessage)
    return { isOk: false, refusal: { key: 'errors.string.max-length', values: { count: longestMessage } } }
  return { isOk: true, value: trimmed }
}
