import type { Locale } from '#src/app/locales.ts'
import { loadSeedTexts } from '#src/demo/world/locale-texts.ts'
import { createSeededRandom } from '#src/demo/world/seeded-random.ts'

const languages: readonly Locale[] = ['en-US', 'zh-CN', 'zh-TW', 'vi-VN']
/** The number of invented words, which are rarer than those of the demo. */
const inventedCount = 20_000

/** Returns every text below a value. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const hasHan = (locale: Locale) => locale.startsWith('zh')

async function wordsOf(locale: Locale): Promise<readonly string[]> {
  const texts = textsIn(await loadSeedTexts(locale))
  const pattern = hasHan(locale) ? /\p{Script=Han}{1,4}|[，。！？]/gu : /\S+/gu
  return texts.flatMap((text) => text.match(pattern) ?? [])
}

/**
 * Returns a function that writes the next message of a conversation: words of the demo in one of four languages by the
 * conversation, one in ten of them invented. Always the same messages.
 */
export async function createSearchTexts(): Promise<(conversation: number) => string> {
  const random = createSeededRandom(22, 'search')
  const words = await Promise.all(languages.map(wordsOf))
  const syllable = () => `${random.pick([...'bcdfghklmnprstvw'])}${random.pick([...'aeiou'])}`
  const invented = Array.from({ length: inventedCount }, () =>
    Array.from({ length: random.integer(2, 4) }, syllable).join(''),
  )
  const rareHan = () =>
    String.fromCharCode(0x4e00 + Math.floor((random.integer(0, 1_000) / 1_000) ** 2 * 6_000))
  return (conversation) => {
    const index = conversation % languages.length
    const isHan = hasHan(languages[index] ?? 'en-US')
    const known = words[index] ?? []
    const length = isHan ? random.integer(3, 10) : random.integer(4, 15)
    const parts = Array.from({ length }, () => {
      if (random.integer(1, 10) > 1) return random.pick(known)
      return isHan ? rareHan() : random.pick(invented)
    })
    return parts.join(isHan ? '' : ' ')
  }
}

/** Searched keywords by how often they occur. */
export const searchKeywords = {
  common: ['the', 'không', '我们', '今天', 'anh em', 'you', '臺', 'được'],
  rare: ['公园', 'meeting point', 'nghị định', '我们什么', 'tomorrow morning', '鑰匙', 'banana', 'kalobi'],
  character: ['a', '的', 'đ', '龘', 'q', 'ꙮ', '好', '7'],
  absent: ['quokka', 'zyzzyva', 'restate cantilever', '麒麟臂', 'самовар', 'こんにちは', 'xqz', '鑫淼'],
} as const
export type KeywordKind = keyof typeof searchKeywords
