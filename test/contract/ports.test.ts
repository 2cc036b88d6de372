import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CodeDelivery, CodeToDeliver, Peer } from '#server/ports.ts'
import { openGatewaySocket } from './in-process-host.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { newPhone } from './people.ts'

let backend: MemoryBackend
const delivered: CodeToDeliver[] = []
let deliver: CodeDelivery['deliver'] = async () => 'sent'

beforeAll(async () => {
  const codeDelivery: CodeDelivery = {
    deliver: (code) => {
      delivered.push(code)
      return deliver(code)
    },
  }
  backend = await openMemoryBackend({ codeDelivery })
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

const requestCode = (peer: Peer, Phone = newPhone(), lang = 'en-US') =>
  backend.server.call(
    '/GETVABCP',
    { Phone, TelCode: '49', Token: 'x', Type: '1' },
    { peer, headers: { lang } },
  )
const elsewhere: Peer = { ...localPeer, address: '203.0.113.7', isLocal: false, host: 'chat.example' }

it.each(['en-US', 'zh-CN', 'zh-TW', 'vi-VN'])(
  'never contains a code that was sent another way, in %s',
  async (lang) => {
    deliver = async () => 'sent'
    const phone = newPhone()
    const answer = await requestCode(elsewhere, phone, lang)
    expect(answer).toMatchObject({ Code: 0, Data: null })
    expect(answer.Msg).not.toMatch(/\d/)
    expect(delivered.at(-1)).toMatchObject({ telCode: '49', phone, peer: elsewhere })
    expect(delivered.at(-1)?.code).toMatch(/^\d{6}$/)
  },
)

it('the response names the terminal where a code is printed, and never the code (DEC-116)', async () => {
  deliver = async () => 'printed'
  const answer = await requestCode(elsewhere)
  expect(answer).toMatchObject({ Code: 0, Data: { IsPrinted: 1 } })
  expect(answer.Msg).not.toMatch(/\d/)
})

it('the response reports that a code could not be sent, without the reason', async () => {
  deliver = async () => Promise.reject(new Error('webhook of secret.example answered 500'))
  const answer = await requestCode(elsewhere)
  expect(answer).toEqual({ Code: 9, Msg: 'The code could not be sent. Please try again.', Data: null })
  expect(backend.faults.join()).not.toContain(delivered.at(-1)?.code)
})

it('the code limit counts by address and excludes the local machine', async () => {
  deliver = async () => 'sent'
  const flooding = { ...elsewhere, address: '203.0.113.8' }
  for (let count = 0; count < 60; count++) expect((await requestCode(flooding)).Code).toBe(0)
  expect(await requestCode(flooding)).toMatchObject({ Code: 5, Data: { RetryAfter: 60_000 } })
  expect((await requestCode(elsewhere)).Code).toBe(0)
  for (let count = 0; count < 61; count++) expect((await requestCode(localPeer)).Code).toBe(0)
  backend.advance(60_000)
  expect((await requestCode(flooding)).Code).toBe(0)
})

it('limits connections by address', async () => {
  const flooding = { ...elsewhere, address: '203.0.113.9' }
  const open = () => openGatewaySocket(backend.server, flooding)
  for (let count = 0; count < 1000; count++) await open().next('Connected')
  const refused = open()
  expect(await refused.closed).toBe(1013)
  expect(refused.frames).toEqual([])
})

it('the gateway closes a connection with too many waiting frames', async () => {
  const socket = openGatewaySocket(backend.server, localPeer)
  for (let count = 0; count <= 2000; count++) socket.sendText('{}')
  expect(await socket.closed).toBe(1008)
})

// The last test: no later one works on this database.
it('the report of a failing database contains no message text', async () => {
  const { server, faults } = backend
  const before = faults.length
  const Password = 'the-secret-password'
  const RefreshToken = 'the-secret-token'
  await backend.breakDatabase()
  for (const [path, fields] of [
    ['/UpdateToken', { UserID: 1, RefreshToken }],
    ['/PhoneLogin', { Phone: '4915550000', TelCode: '49', Password }],
  ] as const) {
    const answer = await server.call(path, fields, { peer: localPeer, headers: {} })
    expect(answer).toEqual({ Code: 9, Msg: 'Something went wrong. Please try again.', Data: null })
  }
  const reported = faults.slice(before)
  expect(reported).toHaveLength(2)
  for (const fault of reported) {
    expect(fault).toContain('A statement failed (42P01): select')
    expect(fault).toMatch(/server\/accounts\//)
    expect(fault).not.toMatch(/secret|4915550000|digest:/)
  }
})
