/** A hue (degrees) for an id: neighbours land far apart, the same id always on the same one. */
export const avatarHue = (id: string | number): number => {
  let hash = 2166136261
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return ((hash >>> 0) * 137) % 360
}

const isWide = (character: string): boolean =>
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(character)
const firstLetter = (word: string): string | undefined =>
  [...word].find((character) => /[\p{L}\p{N}]/u.test(character))

/**
 * One or two letters for a name: first and last word's, one character in scripts of wide characters. Words without a
 * letter count only where there is no other; "?" for no name.
 */
export const avatarInitials = (name: string): string => {
  const words = name.trim().split(/\s+/u)
  const letters = words.map(firstLetter).filter((letter) => letter !== undefined)
  const [first] = letters
  if (first === undefined) return [...name.trim()][0] ?? '?'
  if (isWide(first) || letters.length === 1) return first.toLocaleUpperCase()
  return (first + (letters.at(-1) ?? '')).toLocaleUpperCase()
}
