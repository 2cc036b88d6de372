/** One of the 49 emoticons, each a picture with a code in text [MSG-25]. */
export interface Emoticon {
  /** The code in text: [e01] to [e09], [e010] to [e049] (DEC-29). */
  readonly code: string
  /** The key of its text in the catalogs. */
  readonly name: string
  /** The emoticon as a Unicode character, for places that show only text. */
  readonly character: string
  /** The file name of its picture in the app. */
  readonly file: string
}

/** A part of a text: plain, or an emoticon with its code. */
export type EmoticonPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'emoticon'; readonly text: string; readonly emoticon: Emoticon }

/**
 * The maximum number of pictures in one text. Later codes stay text, because thousands of pictures would freeze the
 * page.
 */
export const maxPictures = 300

/** Name and character of each emoticon, in the order of the codes. */
const table = [
  ['grinning', '😀'],
  ['joy', '😂'],
  ['rolling', '🤣'],
  ['smile', '😊'],
  ['halo', '😇'],
  ['wink', '😉'],
  ['in-love', '😍'],
  ['kiss', '😘'],
  ['yummy', '😋'],
  ['tongue', '😛'],
  ['playful', '😝'],
  ['zany', '🤪'],
  ['cool', '😎'],
  ['hug', '🤗'],
  ['thinking', '🤔'],
  ['shush', '🤫'],
  ['neutral', '😐'],
  ['expressionless', '😑'],
  ['smirk', '😏'],
  ['unamused', '😒'],
  ['eye-roll', '🙄'],
  ['grimace', '😬'],
  ['relieved', '😌'],
  ['pensive', '😔'],
  ['sleeping', '😴'],
  ['drooling', '🤤'],
  ['mask', '😷'],
  ['nauseated', '🤢'],
  ['mind-blown', '🤯'],
  ['party', '🥳'],
  ['confused', '😕'],
  ['worried', '😟'],
  ['astonished', '😲'],
  ['flushed', '😳'],
  ['pleading', '🥺'],
  ['crying', '😢'],
  ['sobbing', '😭'],
  ['screaming', '😱'],
  ['angry', '😠'],
  ['furious', '😡'],
  ['skull', '💀'],
  ['ghost', '👻'],
  ['thumbs-up', '👍'],
  ['thumbs-down', '👎'],
  ['clapping', '👏'],
  ['folded-hands', '🙏'],
  ['ok', '👌'],
  ['heart', '❤️'],
  ['broken-heart', '💔'],
] as const

/** All emoticons in the order of their codes. */
export const emoticons: readonly Emoticon[] = table.map(([name, character], index) => {
  const number = index + 1
  return { name, character, code: `[e0${number}]`, file: `e0${number}.svg` }
})

const byCode: ReadonlyMap<string, Emoticon> = new Map(emoticons.map((emoticon) => [emoticon.code, emoticon]))

const anyCode = /\[e0[1-9]\d?\]/g

/** Returns the emoticon of a code in brackets; undefined for any other text. */
export const emoticonOf = (code: string): Emoticon | undefined => byCode.get(code)

/** Splits text into plain parts and emoticons. The joined parts give the text unchanged [MSG-25]. */
export function splitEmoticons(text: string): readonly EmoticonPart[] {
  const parts: EmoticonPart[] = []
  let reached = 0
  for (const { 0: code, index } of text.matchAll(anyCode)) {
    const emoticon = byCode.get(code)
    if (!emoticon) continue
    if (index > reached) parts.push({ kind: 'text', text: text.slice(reached, index) })
    parts.push({ kind: 'emoticon', text: code, emoticon })
    reached = index + code.length
  }
  if (reached < text.length) parts.push({ kind: 'text', text: text.slice(reached) })
  return parts
}

/** Returns the position after the last code that becomes a picture. */
export function endOfLastPicture(text: string): number {
  let drawn = 0
  for (const { 0: code, index } of text.matchAll(anyCode)) {
    if (!byCode.has(code)) continue
    if (drawn === maxPictures) return index
    drawn += 1
  }
  return text.length
}

/** Replaces each emoticon code by a character, for rows, quotes, notifications and other plain text. */
export const withEmoticonCharacters = (text: string): string =>
  text.replace(anyCode, (code) => byCode.get(code)?.character ?? code)

const anyEmoji =
  /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F\u20E3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\uFE0F\p{Emoji_Modifier}]))[\uFE0F\p{Emoji_Modifier}]?[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*)$/u
/** Returns whether a text is exactly one emoji. */
export const isEmoji = (text: string): boolean => text.length <= 50 && anyEmoji.test(text)

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** More emoji than this are text of the usual size. */
const maxLargeEmoji = 3

/** Returns whether a text is only one to three emoji or emoticons. Such a message is large and has no bubble. */
export function isOnlyEmoji(text: string): boolean {
  // Longer than three of the longest emoji: no need to look at it.
  if (text.length > 150) return false
  const characters = [...graphemes.segment(withEmoticonCharacters(text).replace(/\s/gu, ''))]
  return (
    characters.length > 0 &&
    characters.length <= maxLargeEmoji &&
    characters.every(({ segment }) => anyEmoji.test(segment))
  )
}
