import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CallRefusal } from '#server/calls/refusal.ts'
import { createPasswordHasher } from '#server/hosts/node/password-hasher.ts'

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

it('the hasher uses Argon2id at the recommended cost, with a salt, and verifies', async () => {
  const hasher = createPasswordHasher()
  const [one, other] = await Promise.all([hasher.hash('密码 1'), hasher.hash('密码 1')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect(await hasher.verify('密码 1', one)).toBe(true)
  expect(await hasher.verify('密码 2', one)).toBe(false)
})

it('the hasher verifies hashes of another cost', async () => {
  const earlier = await createPasswordHasher(cheap).hash('secret')
  expect(await createPasswordHasher().verify('secret', earlier)).toBe(true)
})

it.each(['', 'plain', '$argon2id$v=19$m=8', 'bcrypt$2$1$1$c2FsdA$a2V5'])(
  'the hasher never verifies by the malformed hash %j',
  async (hash) => {
    expect(await createPasswordHasher().verify('', hash)).toBe(false)
  },
)

it('a full queue rejects more hashes with a time to wait, and finishes its own', async () => {
  const hasher = createPasswordHasher(cheap)
  const hashes = await Promise.allSettled(Array.from({ length: 250 }, () => hasher.hash('secret')))
  const refused = hashes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(100)
  for (const one of refused) expect(one).toMatchObject({ reason: expect.any(CallRefusal) })
  expect(await hasher.hash('secret')).toContain('argon2id')
})

it('a file is read before a queue of hashes is done', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'web-chat-'))
  const file = join(directory, 'file')
  await writeFile(file, 'content')
  const hasher = createPasswordHasher()
  let areDone = false
  const hashes = Promise.allSettled(Array.from({ length: 8 }, () => hasher.hash('secret'))).then(() => {
    areDone = true
  })
  for (let count = 0; count < 10; count++) expect(await readFile(file, 'utf8')).toBe('content')
  expect(areDone).toBe(false)
  await hashes
  await rm(directory, { recursive: true })
})
