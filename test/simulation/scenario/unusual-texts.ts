import type { SeededRandom } from '../seeded-random.ts'

/** Texts that a faulty encoding could corrupt. Each must arrive exactly as it was sent. */
const oddTexts: readonly string[] = [
  'hello',
  '0',
  'null',
  '<script>alert(1)</script>',
  '"quoted" \\back\\ \'single\' `tick` $dollar %s',
  "'); drop table message; --",
  'line one\nline two\r\nline three\ttab',
  'مرحبا \u202eright to left\u202c שלום',
  '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 e\u0301 ﬁ ñ',
  'zero\u200bwidth\u200djoiner\ufeffmark',
  '漢字 かな 한국어 Tiếng Việt',
  'nul\u0000inside \u0010escape',
  'lone \ud83d surrogate \udc00',
  '{"Cmd":"Logout","UID":1}',
  'long '.repeat(500),
  'x'.repeat(19_980),
]

/** Returns a unique text: a number in the middle of an unusual text. */
export const unusualText = (random: SeededRandom, serial: number): string =>
  random.chance(0.5) ? `plain #${serial}.` : `#${serial} ${random.pick(oddTexts)} .`

/** Texts that client and server reject (DEC-118). */
export const refusedTexts: readonly string[] = ['', '   \n\t ', 'y'.repeat(20_001)]
