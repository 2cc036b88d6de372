import { afterAll, beforeAll, expect, it } from 'vitest'
import { inProcessHost } from './in-process-host.ts'
import { type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { callAs, type Person, signUp, telCode, toPerson } from './people.ts'

let backend: MemoryBackend
/** Ends the hashes that are held. */
let held: (() => void)[] = []
let isHolding = false
beforeAll(async () => {
  const hold = async () => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
  }
  const hash = async (secret: string) => {
    await hold()
    return JSON.stringify(secret)
  }
  const verify = async (secret: string, stored: string) => (await hash(secret)) === stored
  backend = await openMemoryBackend({ passwords: { hash, verify } })
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const host = () => inProcessHost(backend)
const signIn = ({ phone }: Person, Password: string) =>
  host().call('/PhoneLogin', { Phone: phone, TelCode: telCode, Password })
const setPassword = (person: Person, Password: string) =>
  callAs(host(), person, '/UpdatePassword', { Password })

/** Runs `meanwhile` while the password of a call is hashed. Returns the answer of the call. */
async function whileHashing<Answer>(
  call: () => Promise<Answer>,
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  isHolding = true
  const answer = call()
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  isHolding = false
  await meanwhile()
  for (const end of held) end()
  held = []
  return answer
}

/** A person with a password, signed in on two devices, of which the second has just proved the password. */
async function withPassword() {
  const one = await signUp(host())
  expect(await setPassword(one, 'the old one')).toMatchObject({ Code: 0 })
  const other = toPerson(one.phone, await signIn(one, 'the old one'))
  expect(await callAs(host(), one, '/CheckPassword', { Password: 'the old one' })).toMatchObject({ Code: 0 })
  return { one, other }
}

it('a sign-in is refused if the password changes while it is verified', async () => {
  const { one } = await withPassword()
  const answer = await whileHashing(
    () => signIn(one, 'the old one'),
    () => setPassword(one, 'the new one'),
  )
  expect(answer).toMatchObject({ Code: 4, Data: { Field: 'Password' } })
  expect(await signIn(one, 'the new one')).toMatchObject({ Code: 0 })
})

it('a sign-in is refused if the account is deleted while its password is verified', async () => {
  const { one } = await withPassword()
  const answer = await whileHashing(
    () => signIn(one, 'the old one'),
    async () => expect(await callAs(host(), one, '/CancelAccount', {})).toMatchObject({ Code: 0 }),
  )
  expect(answer).toMatchObject({ Code: 4, Data: { Field: 'Password' } })
})

it('a session that ends while it sets a password changes nothing', async () => {
  const { one, other } = await withPassword()
  const answer = await whileHashing(
    () => setPassword(other, 'of the ended session'),
    async () => expect(await setPassword(one, 'of the owner')).toMatchObject({ Code: 0 }),
  )
  expect(answer).toMatchObject({ Code: 2 })
  expect(await signIn(one, 'of the owner')).toMatchObject({ Code: 0 })
})
