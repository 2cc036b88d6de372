import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { meet, newClientId, signUp } from '../people.ts'

/** Faults that only bytes over HTTP can have. */
export function describeHttp(host: () => ContractHost): void {
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await host().request(`/Api${path}`, { method: 'POST', body, headers })
    return { status: response.status, answer: JSON.parse(await response.text()) }
  }

  describe('over HTTP', () => {
    it('answers its health check with fixed text, and its version outside /Api too [ENDP-07 ENDP-09]', async () => {
      const health = await host().request('/Health.txt?t=1')
      expect(await health.text()).toBe('Health OK!')
      const version = await host().request('/GetVersion')
      expect(await version.json()).toMatchObject({ Code: 0, Data: { version: '5.11.5' } })
    })

    it.each([
      ['no JSON', '{"Phone":', 4],
      ['no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 4],
      ['a list', '[]', 4],
      ['a number', '7', 4],
      ['null', 'null', 4],
      ['nothing', '', 4],
      ['deep nesting', '['.repeat(100_000), 4],
      ['a body of 256 kB and one byte', `{"a":"${'x'.repeat(256 * 1024 - 7)}"}`, 8],
    ])('answers %s with status 200, a code and a text', async (_, body, code) => {
      const { status, answer } = await post('/PhoneLogin', body)
      expect(status).toBe(200)
      expect(answer).toMatchObject({ Code: code, Msg: expect.stringMatching(/./) })
      expect(JSON.stringify(answer)).not.toMatch(/\bat \w|\.ts|node_modules|SyntaxError/)
    })

    it('reads a body of exactly 256 kB', async () => {
      // Four fields, because a single text has at most 64 kB.
      const text = 'x'.repeat(65_529)
      const body = JSON.stringify({ a: text, b: text, c: text, d: text.slice(1) })
      expect(body).toHaveLength(256 * 1024)
      expect((await post('/PhoneLogin', body)).answer).toMatchObject({ Code: 4, Data: { Field: 'Phone' } })
    })

    it('ignores the announced Content-Length and stops reading a body that is too long', async () => {
      let produced = 0
      const body = new ReadableStream({
        pull(controller) {
          produced += 1
          if (produced > 10_000) controller.close()
          else controller.enqueue(new Uint8Array(64 * 1024))
        },
      })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      const answer = await host()
        .request('/Api/PhoneLogin', init)
        .then((response) => response.json())
        // A server may also disconnect a client that does not stop sending.
        .catch(() => ({ Code: 8 }))
      expect(answer).toMatchObject({ Code: 8 })
      expect(produced).toBeLessThan(10_000)
    })

    it('rejects a wrong method like an unknown path', async () => {
      const get = await host().request('/Api/SendChat')
      expect(await get.json()).toMatchObject({ Code: 7 })
      expect((await post('/IsSetPassWord', '{}')).answer).toMatchObject({ Code: 7 })
    })

    it('rejects a malformed form', async () => {
      const { userId, token } = await signUp(host())
      const json = JSON.stringify({ UID: userId, Token: token })
      expect((await post('/UploadHeadImg', json)).answer).toMatchObject({ Code: 4 })
      const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' }
      expect((await post('/UploadHeadImg', '--x\r\nbroken', boundary)).answer).toMatchObject({ Code: 4 })
      const form = new FormData()
      form.append('UID', String(userId))
      form.append('Token', token)
      expect((await post('/UploadHeadImg', form)).answer).toMatchObject({ Code: 4, Data: { Field: 'file' } })
    })

    it('serves stored files by their exact names only', async () => {
      const names = [
        'x',
        '../db/PG_VERSION',
        '..%2f..%2flock',
        `${'0'.repeat(40)}.png`,
        `${'0'.repeat(40)}.svg`,
      ]
      for (const name of names) {
        const response = await host().request(`/files/avatars/${name}`)
        expect(response.status, name).toBe(404)
      }
    })

    it('forbids caching and sniffing of every response', async () => {
      const { ann, conversation } = await meet(host())
      const fields = {
        UID: ann.userId,
        Token: ann.token,
        ChatSessionID: conversation,
        Message: 'x',
        MsgType: 'txt',
      }
      const body = JSON.stringify({ ...fields, TimeStamp: 1, ClientMsgId: newClientId() })
      const response = await host().request('/Api/SendChat', { method: 'POST', body })
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    })
  })
}
