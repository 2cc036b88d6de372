import type { Random } from '../ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` random alphanumeric characters. */
export const randomText = (random: Random, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(Math.floor(random.next() * alphabet.length))).join('')
