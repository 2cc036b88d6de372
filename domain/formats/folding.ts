/** Marks that change a letter's sound or stress. Marks that are letters, as in Indic scripts and kana, stay. */
const accents = /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}]/gu

/** Letters without accents, digits and signs, which only lose their case. */
const plain = /^[ -~]*$/

/** Removes case, width and diacritics for comparison: Đặng becomes dang, Ａｄａ becomes ada. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(/đ/gu, 'd')
    .replace(/ł/gu, 'l')
    .replace(/ø/gu, 'o')
    .replace(/ß/gu, 'ss')
    .replace(/ς/gu, 'σ')
}

/** A part of a text by its UTF-16 units; `to` is exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Folded text, with the original position of each of its units. */
function foldWithPlaces(text: string): { readonly folded: string; readonly places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const part = foldText(character)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) places.push(at)
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** Returns where a text contains a keyword, both folded. Accents of a hit are included. Empty for an empty keyword. */
export function findOccurrences(text: string, keyword: string): readonly TextRange[] {
  const wanted = foldText(keyword)
  if (wanted === '') return []
  const { folded, places } = foldWithPlaces(text)
  const ranges: TextRange[] = []
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const last = places[at + wanted.length - 1] ?? 0
    const to = places.slice(at + wanted.length).find((place) => place > last)
    ranges.push({ from: places[at] ?? 0, to: to ?? text.length })
  }
  return ranges
}
