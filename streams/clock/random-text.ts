import type { Random } from '../ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` random alphanumeric characters. */
export function randomText(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += alphabet.charAt(Math.floor(random.next() * alphabet.length))
  return text
}
