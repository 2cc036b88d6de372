import type { Random } from '../ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns `length` random alphanumeric characters. */
export function randomText(random: Random, length: number): string {
  const codes: number[] = []
  while (codes.length < length) codes.push(alphabet.charCodeAt(Math.floor(random.next() * alphabet.length)))
  return String.fromCharCode(...codes)
}

/** Length of generated ids, characters: 119 bits. */
const idLength = 20

/** Returns a random id for messages, events and files [MSG-40]. */
export const randomId = (random: Random): string => randomText(random, idLength)
