import type { PasswordHasher } from '#server/ports.ts'
import { toBase64Url } from './base64-url.ts'

const saltLength = 16
const keyBits = 256
/** Cheap: the database, its secrets and whoever could guess at them are on one machine. */
const iterations = 10_000

const derive = async (secret: string, salt: Uint8Array<ArrayBuffer>): Promise<string> => {
  const bytes = new TextEncoder().encode(secret.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(derivation, material, keyBits)))
}

/** PBKDF2 of WebCrypto, as `pbkdf2$salt$key`. */
export const browserPasswords: PasswordHasher = {
  async hash(secret) {
    const salt = crypto.getRandomValues(new Uint8Array(saltLength))
    return ['pbkdf2', toBase64Url(salt), await derive(secret, salt)].join('$')
  },
  async verify(secret, hash) {
    const [kind, salt, key] = hash.split('$')
    if (kind !== 'pbkdf2' || !salt || !key) return false
    return (await derive(secret, fromBase64Url(salt))) === key
  },
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
