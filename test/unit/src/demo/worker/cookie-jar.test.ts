import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCookieJar } from '#src/demo/worker/own-server.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'

describe('the cookies of a page that the backend stores itself', () => {
  it('are returned by name, the latest of each', () => {
    const jar = createCookieJar()
    expect(jar.read()).toBe('')
    jar.write('files-1=a; Path=/files/messages; HttpOnly')
    jar.write('files-2=b=; Path=/files/messages')
    jar.write('files-1=c; Max-Age=1')
    expect(jar.read()).toBe('files-1=c; files-2=b=')
  })
})

describe('the backend with such cookies', () => {
  let backend: MemoryBackend
  beforeAll(async () => {
    backend = await openMemoryBackend()
  }, 60_000)
  afterAll(() => backend.close())

  it('writes and reads them there, and no header carries any', async () => {
    const cookies = createCookieJar()
    const { server, peer } = backend
    const call = async (path: string, fields: object) => {
      const init = { method: 'POST', body: JSON.stringify(fields) }
      const answer = await server.app.fetch(new Request(`http://localhost/Api${path}`, init), {
        peer,
        cookies,
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
      return JSON.parse(await answer.text())
    }
    const phone = { Phone: '13900000000', TelCode: '86' }
    const { Msg } = await call('/GETVABCP', { ...phone, Token: 'x', Type: '1' })
    const { Data } = await call('/PhoneRegister', { ...phone, Code: Msg.replace(/\D/g, '') })
    await call('/OpenFiles', { UID: Data.UID, Token: Data.Token, DeviceType: 'web' })
    expect(cookies.read()).toMatch(
      new RegExp(`^device-${Data.UID}=[\\w-]{43}; files-${Data.UID}=[\\w-]{43}$`),
    )
  })
})
