/** Marks that change a letter's sound or stress. Marks that are letters, as in Indic scripts and kana, stay. */
const accents = /(?![\u3099\u309a])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}]/gu

/** Letters without accents, digits and signs, which only lose their case. */
const plain = /^[ -~]*$/

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ø: 'o', ß: 'ss', ς: 'σ' }
const undecomposed = /[đłøßς]/g

/** Removes case, width and diacritics for comparison: Đặng becomes dang, Ａｄａ becomes ada. */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
}

/** A part of a text by its UTF-16 units; `to` is exclusive. */
export interface TextRange {
  readonly from: number
  readonly to: number
}
