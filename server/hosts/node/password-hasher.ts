import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '../../ports.ts'

interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}
/** About 60 ms and 32 MB a hash on a small machine. */
const usualCost: Cost = { N: 2 ** 15, r: 8, p: 1 }
const keyLength = 32

/** scrypt with a salt of its own for each hash; `scrypt$N$r$p$salt$key`, so that the cost can grow later. */
export const createScryptHasher = (cost: Cost = usualCost): PasswordHasher => ({
  async hash(secret) {
    const salt = randomBytes(16)
    const key = await derive(secret, salt, cost)
    return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
  },
  async verify(secret, hash) {
    const [kind, N, r, p, salt, key] = hash.split('$')
    if (kind !== 'scrypt' || !salt || !key) return false
    const known = Buffer.from(key, 'base64url')
    const derived = await derive(secret, Buffer.from(salt, 'base64url'), {
      N: Number(N),
      r: Number(r),
      p: Number(p),
    })
    return known.length === derived.length && timingSafeEqual(known, derived)
  },
})

function derive(secret: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r + 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(secret.normalize('NFKC'), salt, keyLength, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
