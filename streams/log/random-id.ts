import type { Random } from '../ports.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 20 random alphanumeric characters, 119 bits [MSG-40]. */
export function randomId(random: Random): string {
  let id = ''
  for (let at = 0; at < 20; at += 1) id += alphabet[Math.floor(random.next() * alphabet.length)]
  return id
}
