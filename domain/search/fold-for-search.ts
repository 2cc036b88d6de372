/// <reference path="./opencc-js.d.ts" />
import characterPairs from 'opencc-js/dict/TSCharacters'
import { foldText, type TextRange } from '../formats/folding.ts'

/** Katakana from small a to small ke, and Han. */
const kanaAndHan = /[\u30a1-\u30f6\p{Script=Han}]/gu
/** Hiragana have the same order as katakana. */
const toHiragana = -0x60

/**
 * Folds text for search: case, width, diacritics, katakana to hiragana, and traditional to simplified characters, one by
 * one. Server and client search by this same function, so that both find the same messages. Its table has 17 kB
 * compressed; the client loads it with the first search.
 */
export const foldForSearch = (text: string): string => foldText(text).replace(kanaAndHan, foldedLetter)

const isKatakana = (letter: string): boolean => letter >= '\u30a1' && letter <= '\u30f6'

const foldedLetter = (letter: string): string =>
  isKatakana(letter) ? String.fromCharCode(letter.charCodeAt(0) + toHiragana) : simplifiedOf(letter)

/** Filled by the first search. */
const simplified = new Map<string, string>()

function simplifiedOf(character: string): string {
  if (simplified.size === 0) readPairs()
  return simplified.get(character) ?? character
}

/** Follows chains, because a character may be simplified to one that is simplified itself. */
function readPairs(): void {
  const direct = new Map<string, string>()
  for (const pair of characterPairs.split('|')) {
    const [from = '', to = ''] = pair.split(' ')
    direct.set(from, to)
  }
  for (const [from, to] of direct) {
    const seen = new Set([from])
    let last = to
    for (let next = direct.get(to); next !== undefined && !seen.has(next); next = direct.get(next)) {
      seen.add(next)
      last = next
    }
    simplified.set(from, last)
  }
}

/** Folded text, and for each of its units the place of its character in the text. */
interface FoldedText {
  readonly folded: string
  /** One more than units: the last one is the end of the text. */
  readonly places: readonly number[]
}

/** Folds a text character by character. The result is that of `foldForSearch`. */
function foldWithPlaces(text: string): FoldedText {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const part = foldForSearch(character)
    folded += part
    for (let unit = 0; unit < part.length; unit += 1) places.push(at)
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** Returns where a text contains folded words, in order, overlapping ones as one. Accents of an occurrence are included. */
export function findWords(text: string, words: readonly string[]): readonly TextRange[] {
  const { folded, places } = foldWithPlaces(text)
  const ranges = words
    .flatMap((word) => occurrencesOf(word, folded))
    .map(({ from, to }) => toOriginal(from, to, places))
    .sort((left, right) => left.from - right.from || right.to - left.to)
  const merged: TextRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last && range.from < last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else merged.push(range)
  }
  return merged
}

function occurrencesOf(word: string, folded: string): readonly TextRange[] {
  if (word === '') return []
  const ranges: TextRange[] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    ranges.push({ from: at, to: at + word.length })
  return ranges
}

/** A range ends where the character after its last one begins. */
function toOriginal(from: number, to: number, places: readonly number[]): TextRange {
  const last = places[to - 1] ?? 0
  let end = to
  while (end < places.length - 1 && places[end] === last) end += 1
  return { from: places[from] ?? 0, to: places[end] ?? 0 }
}
