import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SecurityEvent } from '#server/ports.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { type Calls, callAs, dataOrThrow, signUp, telCode } from './people.ts'

let backend: MemoryBackend
const written: SecurityEvent[] = []
beforeAll(async () => {
  backend = await openMemoryBackend({ securityLog: { write: (event) => void written.push(event) } })
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const host: Calls = {
  async call(path, fields) {
    const { Code, Msg, Data } = await backend.server.call(path, fields, { peer: localPeer, headers: {} })
    return { Code, Msg: Msg ?? '', Data }
  },
}

it('the security log has the events of accounts, without personal data', async () => {
  const ann = await signUp(host)
  dataOrThrow(await callAs(host, ann, '/UpdatePassword', { Password: 'right one' }))
  for (let count = 0; count < 10; count++)
    await host.call('/PhoneLogin', { Phone: ann.phone, TelCode: telCode, Password: 'wrong one' })
  dataOrThrow(await callAs(host, ann, '/EndOtherSignIns'))
  const kinds = [...new Set(written.map(({ kind }) => kind))]
  expect(kinds).toEqual(['signed-in', 'password-set', 'sign-in-failed', 'guessing-paused', 'sessions-ended'])
  expect(written.filter(({ kind }) => kind === 'sign-in-failed')).toHaveLength(10)
  const text = JSON.stringify(written)
  for (const personal of [ann.phone, ann.token, ann.chatId, localPeer.address, 'wrong one', 'right one'])
    expect(text).not.toContain(personal)
})
