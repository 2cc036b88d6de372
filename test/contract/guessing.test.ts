import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Peer } from '#server/ports.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { type Calls, newPhone, requestCode, telCode } from './people.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

/** A browser at an address, which keeps its cookies. */
function browserAt(address: string, isSecure = false) {
  const peer: Peer = { ...localPeer, address, isLocal: false, isSecure }
  const cookies: string[] = []
  const call: Calls['call'] = async (path, fields) => {
    const setCookie = (cookie: string) => void cookies.push(cookie)
    const context = {
      peer,
      headers: {},
      cookies: cookies.map((one) => one.split(';')[0]).join('; '),
      setCookie,
    }
    const { Code, Msg, Data } = await backend.server.call(path, fields, context)
    return { Code, Msg: Msg ?? '', Data }
  }
  const signIn = (Phone: string, proof: object) => call('/PhoneLogin', { Phone, TelCode: telCode, ...proof })
  return { call, signIn, cookies }
}

async function signUpAt(browser: ReturnType<typeof browserAt>) {
  const phone = newPhone()
  const owner = { Phone: phone, TelCode: telCode }
  const Code = await requestCode(browser, phone, '1')
  const { Data } = await browser.call('/PhoneRegister', { ...owner, Code })
  // The suite checks the shape of this response.
  const { UID, Token } = Data as { UID: number; Token: string }
  const as = (path: string, fields: object = {}) =>
    browser.call(path, { UID, Token, DeviceType: 'web', ...fields })
  await as('/UpdatePassword', { Password: 'right one' })
  return { phone, as }
}

it('pauses a stranger who guesses, but neither the owner’s browser nor other addresses', async () => {
  const [home, stranger, hotel] = [
    browserAt('198.51.100.1'),
    browserAt('203.0.113.1'),
    browserAt('198.51.100.2'),
  ]
  const { phone } = await signUpAt(home)
  for (let count = 0; count < 10; count++)
    expect(await stranger.signIn(phone, { Password: 'guess' })).toMatchObject({ Code: 4 })
  expect(await stranger.signIn(phone, { Password: 'right one' })).toMatchObject({ Code: 5 })
  expect(await hotel.signIn(phone, { Password: 'right one' })).toMatchObject({ Code: 0 })
  expect(await home.signIn(phone, { Password: 'right one' })).toMatchObject({ Code: 0 })
})

it('slows down strangers of many addresses together, but never the owner’s browser', async () => {
  const home = browserAt('198.51.100.3')
  const { phone } = await signUpAt(home)
  const codes: number[] = []
  for (let count = 0; count < 60; count++)
    codes.push((await browserAt(`203.0.113.${count}`).signIn(phone, { Password: 'guess' })).Code)
  // Fifty guesses, including the one of the sign-up.
  expect(codes.filter((code) => code === 4)).toHaveLength(49)
  expect(codes.at(-1)).toBe(5)
  expect(await home.signIn(phone, { Password: 'right one' })).toMatchObject({ Code: 0 })
})

it('keeps a code valid when others guess at it', async () => {
  const [home, stranger] = [browserAt('198.51.100.4'), browserAt('203.0.113.4')]
  const { phone } = await signUpAt(home)
  backend.advance(60_000)
  const Code = await requestCode(home, phone, '2')
  const wrong = Code === '000000' ? '111111' : '000000'
  for (let count = 0; count < 8; count++) await stranger.signIn(phone, { Code: wrong })
  expect(await home.signIn(phone, { Code })).toMatchObject({ Code: 0 })
})

it('prefixes the names of cookies over HTTPS, and never on this machine', async () => {
  const [plain, secure] = [browserAt('198.51.100.5'), browserAt('198.51.100.6', true)]
  await (await signUpAt(plain)).as('/OpenFiles')
  await (await signUpAt(secure)).as('/OpenFiles')
  expect(plain.cookies.map((one) => one.replace(/\d+=.*?;/, 'N;'))).toEqual([
    'device-N; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict',
    'files-N; Path=/files/messages; Max-Age=86400; HttpOnly; SameSite=Strict',
  ])
  expect(secure.cookies.map((one) => one.replace(/\d+=.*?;/, 'N;'))).toEqual([
    '__Host-device-N; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure',
    '__Secure-files-N; Path=/files/messages; Max-Age=86400; HttpOnly; SameSite=Strict; Secure',
  ])
})
