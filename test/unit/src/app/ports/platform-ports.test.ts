import { webcrypto } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { browserCrypto, browserRandom } from '#src/app/ports/crypto.ts'
import { createFaultRing } from '#src/app/ports/report.ts'

describe('browserCrypto', () => {
  const decrypt = async (text: string, secret: string, purpose: string): Promise<string> => {
    const { subtle } = webcrypto
    const material = await subtle.importKey('raw', Buffer.from(secret), 'HKDF', false, ['deriveKey'])
    const key = await subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: Buffer.alloc(0), info: Buffer.from(purpose) },
      material,
      { name: 'AES-GCM', length: 256 },
      false,
      ['decrypt'],
    )
    const joined = Buffer.from(text, 'base64url')
    const plain = await subtle.decrypt(
      { name: 'AES-GCM', iv: joined.subarray(0, 12) },
      key,
      joined.subarray(12),
    )
    return Buffer.from(plain).toString('utf8')
  }

  it('encrypts for one secret and purpose, in base64url', async () => {
    const cipher = await browserCrypto.encrypt('13800138000·1700000000', 'secret', 'code')
    expect(cipher).toMatch(/^[\w-]+$/)
    await expect(decrypt(cipher, 'secret', 'code')).resolves.toBe('13800138000·1700000000')
    await expect(decrypt(cipher, 'secret', 'other')).rejects.toThrow()
  })

  it('decrypts its own text, and rejects text of another purpose or changed text', async () => {
    const cipher = await browserCrypto.encrypt('{"API_ENDPOINTS":[]} · 端點', 'secret', 'endpoints')
    await expect(browserCrypto.decrypt(cipher, 'secret', 'endpoints')).resolves.toBe(
      '{"API_ENDPOINTS":[]} · 端點',
    )
    await expect(browserCrypto.decrypt(cipher, 'secret', 'other')).rejects.toThrow()
    await expect(browserCrypto.decrypt(cipher, 'another', 'endpoints')).rejects.toThrow()
    // The last characters of Base64 may have unused bits. The first one has none.
    const changed = `${cipher.startsWith('A') ? 'B' : 'A'}${cipher.slice(1)}`
    await expect(browserCrypto.decrypt(changed, 'secret', 'endpoints')).rejects.toThrow()
    await expect(browserCrypto.decrypt('{"plain":1}', 'secret', 'endpoints')).rejects.toThrow()
  })

  it('never gives the same ciphertext twice', async () => {
    const once = await browserCrypto.encrypt('same', 'secret', 'code')
    expect(await browserCrypto.encrypt('same', 'secret', 'code')).not.toBe(once)
  })
})

describe('browserRandom', () => {
  it('draws numbers from 0 up to 1 that differ', () => {
    const drawn = Array.from({ length: 1000 }, () => browserRandom.next())
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    expect(new Set(drawn).size).toBe(1000)
  })

  it('requests hundreds of numbers from the browser in one call', () => {
    const asked = vi.spyOn(crypto, 'getRandomValues')
    const drawn = Array.from({ length: 1024 }, () => browserRandom.next())
    expect(asked.mock.calls).toHaveLength(4)
    expect(new Set(drawn).size).toBe(1024)
    asked.mockRestore()
  })
})

describe('createFaultRing', () => {
  it('keeps the last 200 faults, oldest first, without their causes', () => {
    let now = 0
    const ring = createFaultRing(() => ++now)
    for (let index = 0; index < 250; index += 1)
      ring.fault({ kind: 'frame', detail: `number ${index}`, cause: { secret: 'message text' } })
    const kept = ring.list()
    expect(kept).toHaveLength(200)
    expect(kept[0]).toEqual({ kind: 'frame', detail: 'number 50', at: 51 })
    expect(JSON.stringify(kept)).not.toContain('message text')
  })
})
