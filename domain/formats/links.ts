/** A part of message text: plain, or a web address that opens in a new tab. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

// Invisible and direction-changing characters, quotes, markup brackets and East Asian script end an address. They
// surround addresses in running text, and some could disguise the target.
const ending = String.raw`\s<>"'\u0060\p{Cf}\p{Cc}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?`
const host = String.raw`(?:${label}(?:\.${label})*)`
const address = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{N}@/_.-])(?:https?:\/\/(?=${host})|www\.(?=${label}\.\p{L}{2,}))[^${ending}]+`,
  'giu',
)

/**
 * Splits text into plain parts and addresses that start with http://, https:// or www. The joined parts give the text
 * unchanged. Nothing else in a message is interpreted.
 */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let reached = 0
  for (const match of text.matchAll(address)) {
    const found = withoutTrailingMarks(match[0])
    const href = linkTarget(found)
    if (href === undefined) continue

    if (match.index > reached) parts.push({ kind: 'text', text: text.slice(reached, match.index) })
    parts.push({ kind: 'link', text: found, href })
    reached = match.index + found.length
  }
  if (reached < text.length) parts.push({ kind: 'text', text: text.slice(reached) })
  return parts
}

/**
 * Punctuation at the end belongs to the sentence, a closing bracket only if its opening one is outside. In linear time.
 */
function withoutTrailingMarks(found: string): string {
  const counts = new Map<string, number>()
  for (const character of found) counts.set(character, (counts.get(character) ?? 0) + 1)
  const count = (character: string) => counts.get(character) ?? 0
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const opening = openingOf[last]
    const closesOutside = opening !== undefined && count(last) > count(opening)
    if (!closesOutside && !/[.,:;!?*_~…]/u.test(last)) break
    counts.set(last, count(last) - 1)
    end -= 1
  }
  return found.slice(0, end)
}

const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Undefined if the address is invalid, such as `https://` with an impossible port. */
function linkTarget(found: string): string | undefined {
  const full = /^www\./iu.test(found) ? `https://${found}` : found
  try {
    return new URL(full).href
  } catch {
    return undefined
  }
}
