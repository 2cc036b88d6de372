import { expect, it } from 'vitest'
import { createScryptHasher } from '#server/hosts/node/password-hasher.ts'

it('hashes at a cost that is slow to guess at, salted, and verifies', async () => {
  const hasher = createScryptHasher()
  const [one, other] = await Promise.all([hasher.hash('密码 1'), hasher.hash('密码 1')])
  expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
  expect(await hasher.verify('密码 1', one)).toBe(true)
  expect(await hasher.verify('密码 2', one)).toBe(false)
})

it('verifies hashes of an earlier cost', async () => {
  const earlier = await createScryptHasher({ N: 2, r: 1, p: 1 }).hash('secret')
  expect(await createScryptHasher().verify('secret', earlier)).toBe(true)
})

it.each(['', 'plain', 'scrypt$2$1$1$$', 'bcrypt$2$1$1$c2FsdA$a2V5'])('never verifies by %j', async (hash) => {
  expect(await createScryptHasher().verify('', hash)).toBe(false)
})
