import type { RandomBytes } from '../ports.ts'

const chatIdAlphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const codeDigits = 6

/** Returns a token that cannot be guessed: 32 random bytes, base64url. */
export const createToken = (random: RandomBytes): string =>
  btoa(String.fromCharCode(...random.bytes(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns a public chat id: `c` and nine letters or digits. 32 characters divide a byte's values evenly. */
export const createChatId = (random: RandomBytes): string =>
  `c${Array.from(random.bytes(9), (byte) => chatIdAlphabet[byte % 32]).join('')}`

/** Returns a code that cannot be guessed, short enough for a QR code: 24 letters and digits, 120 random bits. */
export const createShareCode = (random: RandomBytes): string =>
  Array.from(random.bytes(24), (byte) => chatIdAlphabet[byte % 32]).join('')

/** Returns a key for a stored file: 40 hexadecimal digits. */
export const createFileKey = (random: RandomBytes): string =>
  Array.from(random.bytes(20), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Returns a client message id for a message that the server sends for an account: 20 letters and digits, like the
 * clients' ids.
 */
export const createClientMessageId = (random: RandomBytes): string => createFileKey(random).slice(0, 20)

/** Returns six digits; all values are equally likely. */
export function createCode(random: RandomBytes): string {
  const digits: string[] = []
  while (digits.length < codeDigits) {
    // 250 is the largest multiple of ten in a byte; values above it would favour small digits.
    for (const byte of random.bytes(8))
      if (byte < 250 && digits.length < codeDigits) digits.push(`${byte % 10}`)
  }
  return digits.join('')
}
