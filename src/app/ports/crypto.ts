import type { CryptoPort, Random } from '#streams/ports.ts'

const ivLength = 12
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const deriveKey = async (secret: string, purpose: string): Promise<CryptoKey> => {
  const material = await crypto.subtle.importKey('raw', bytes(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: bytes(purpose) }
  const use = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(derivation, material, use, false, ['encrypt', 'decrypt'])
}

export const toBase64Url = (value: Uint8Array): string =>
  btoa(String.fromCharCode(...value))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Rejects for characters outside base64url. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** WebCrypto: HKDF-SHA-256 for the key, AES-256-GCM with a fresh IV in front of the ciphertext (DEC-71). */
export const browserCrypto: CryptoPort = {
  encrypt: async (plain, secret, purpose) => {
    const key = await deriveKey(secret, purpose)
    const iv = crypto.getRandomValues(new Uint8Array(ivLength))
    const cipher = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes(plain)))
    const joined = new Uint8Array(ivLength + cipher.length)
    joined.set(iv)
    joined.set(cipher, ivLength)
    return toBase64Url(joined)
  },
  decrypt: async (cipher, secret, purpose) => {
    const key = await deriveKey(secret, purpose)
    const joined = fromBase64Url(cipher)
    const iv = joined.slice(0, ivLength)
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, joined.slice(ivLength))
    return new TextDecoder().decode(plain)
  },
}

/**
 * 32-bit words per request. Requests are batched because each has a high fixed cost and one id needs twenty numbers.
 */
const batchSize = 512

const createRandom = (): Random => {
  const words = new Uint32Array(batchSize)
  let used = batchSize

  const nextWord = (): number => {
    if (used === batchSize) {
      crypto.getRandomValues(words)
      used = 0
    }
    const word = words[used] ?? 0
    // Clears used words, so that memory holds no past random numbers.
    words[used] = 0
    used += 1
    return word
  }

  return {
    // 53 bits, all that a number between 0 and 1 can hold.
    next: () => ((nextWord() >>> 5) * 2 ** 26 + (nextWord() >>> 6)) / 2 ** 53,
  }
}

/** Random numbers from `crypto`, because client message ids are made of them. */
export const browserRandom: Random = createRandom()
