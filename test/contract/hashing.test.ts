import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Peer } from '#server/ports.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { newPhone, telCode } from './people.ts'

let backend: MemoryBackend
let hashes: (() => void)[] = []
beforeAll(async () => {
  const hash = () => new Promise<string>((resolve) => hashes.push(() => resolve('hash')))
  backend = await openMemoryBackend({ passwords: { hash, verify: async () => false } })
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const peerAt = (address: string): Peer => ({ ...localPeer, address, isLocal: false })
const signIn = (address: string, Phone = newPhone()) =>
  backend.server.call(
    '/PhoneLogin',
    { Phone, TelCode: telCode, Password: 'guess' },
    { peer: peerAt(address), headers: {} },
  )
const underWay = async (count: number) => {
  while (hashes.length < count) await new Promise((resolve) => setImmediate(resolve))
}
const finish = () => {
  for (const end of hashes) end()
  hashes = []
}

it('an address has a limited number of concurrent hashes, so that it does not fill the shared queue', async () => {
  const flood = Array.from({ length: 25 }, () => signIn('203.0.113.7'))
  await underWay(20)
  const other = signIn('203.0.113.8')
  await underWay(21)
  finish()
  expect(await other).toMatchObject({ Code: 4 })
  const codes = (await Promise.all(flood)).map(({ Code }) => Code)
  expect([codes.filter((code) => code === 4).length, codes.filter((code) => code === 5).length]).toEqual([
    20, 5,
  ])
})

it('a phone has a limited number of concurrent hashes, from any addresses', async () => {
  const phone = newPhone()
  const flood = Array.from({ length: 8 }, (_, index) => signIn(`203.0.113.${index}`, phone))
  await underWay(3)
  // The rejected ones do not wait for a hash.
  await Promise.all(flood.slice(3)).then((answers) =>
    expect(answers.map(({ Code }) => Code)).toEqual([5, 5, 5, 5, 5]),
  )
  finish()
  expect((await Promise.all(flood)).map(({ Code }) => Code)).toEqual([4, 4, 4, 5, 5, 5, 5, 5])
})
