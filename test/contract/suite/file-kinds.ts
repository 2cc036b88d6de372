import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { fileCookie } from '../file-people.ts'
import { callAs, dataOrThrow, meet, newClientId, type Person, signUp } from '../people.ts'
import { mp3, mp4, png, recording, textBytes, webm } from '../sample-media.ts'

const page = textBytes('<!doctype html><script>alert(1)</script>')
const svg = textBytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const program = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0])
const pdf = textBytes('%PDF-1.7\n')
const megabyte = 1_000_000

interface Stored {
  readonly FileUrl: string
  readonly Item: Readonly<Record<string, unknown>>
}

export function describeFileKinds(host: () => ContractHost): void {
  const upload = (
    { userId, token }: Person,
    conversation: number,
    bytes: Uint8Array<ArrayBuffer>,
    { name = 'given', ...fields }: { readonly name?: string } & Record<string, string> = {},
  ) =>
    host().upload(
      '/UploadFile',
      {
        ...{ UID: String(userId), Token: token, DeviceType: 'web', ChatSessionID: String(conversation) },
        ...fields,
      },
      { name, bytes },
    )
  const send = (person: Person, ChatSessionID: number, MsgType: string, Message: string) =>
    callAs(host(), person, '/SendChat', {
      ...{ ChatSessionID, MsgType, Message },
      ...{ TimeStamp: 1, ClientMsgId: newClientId() },
    })
  const fetchAs = async (person: Person, address: string, headers: Record<string, string> = {}) => {
    const { cookie } = await fileCookie(host(), person)
    return host().request(address, { headers: { cookie, ...headers } })
  }

  describe('a file of any kind', () => {
    it.each([
      ['a picture', png, 'png', 'image', 'image/png', 'inline'],
      ['a video', mp4, 'mp4', 'video', 'video/mp4', 'inline'],
      ['a video', webm, 'webm', 'video', 'video/webm', 'inline'],
      ['a sound', mp3, 'mp3', 'audio', 'audio/mpeg', 'inline'],
      ['a PDF', pdf, 'pdf', 'file', 'application/pdf', 'attachment'],
      ['words', textBytes('only words'), 'bin', 'file', 'application/octet-stream', 'attachment'],
      ['a page', page, 'bin', 'file', 'application/octet-stream', 'attachment'],
      ['an SVG with a script', svg, 'bin', 'file', 'application/octet-stream', 'attachment'],
      ['a program', program, 'bin', 'file', 'application/octet-stream', 'attachment'],
    ] as const)(
      'is %s by its bytes, whatever its name, and its content never runs [MEDIA-30 MEDIA-34]',
      async (_, bytes, extension, type, contentType, disposition) => {
        const { ann, conversation } = await meet(host())
        const stored = dataOrThrow<Stored>(await upload(ann, conversation, bytes, { name: 'film.mp4' }))
        expect(stored.FileUrl).toMatch(new RegExp(`^/files/messages/[0-9a-f]{40}\\.${extension}$`))
        expect(stored.Item).toMatchObject({ url: stored.FileUrl, size: bytes.length, type, compress: 0 })
        expect(stored.Item).toMatchObject({ name: 'film.mp4' })
        const response = await fetchAs(ann, stored.FileUrl)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': contentType,
          'content-disposition': disposition,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
      },
    )

    it.each([
      ['a picture', 'image', textBytes('only words')],
      ['a picture', 'image', svg],
      ['a picture', 'image', mp4],
      ['a video', 'video', png],
      ['a video', 'video', mp3],
      ['a sound', 'audio', png],
      ['a sound', 'audio', page],
      ['a file', 'file', textBytes('')],
      ['anything', undefined, textBytes('')],
      ['a program', 'program', program],
    ])('is rejected as %s when its bytes are something else (%s)', async (_, Type, bytes) => {
      const { ann, conversation } = await meet(host())
      const answer = await upload(ann, conversation, bytes, Type === undefined ? {} : { Type })
      expect(answer).toMatchObject({ Code: 4 })
    })

    it('is stored as the chosen kind: a recording in a video container as audio, a picture as a file', async () => {
      const { ann, conversation } = await meet(host())
      const sound = dataOrThrow<Stored>(
        await upload(ann, conversation, recording, { Type: 'audio', Compress: '1' }),
      )
      expect(sound.Item).toMatchObject({ type: 'audio', compress: 1 })
      expect(await send(ann, conversation, 'audio', `${sound.FileUrl}?t=2|2`)).toMatchObject({ Code: 0 })
      const file = dataOrThrow<Stored>(await upload(ann, conversation, png, { Type: 'file' }))
      expect(await send(ann, conversation, 'pic', file.FileUrl)).toMatchObject({ Code: 4 })
      expect(await send(ann, conversation, 'file', `${file.FileUrl}|original.png`)).toMatchObject({ Code: 0 })
      const { headers } = await fetchAs(ann, file.FileUrl)
      expect(headers.get('content-disposition')).toBe('attachment')
    })

    it.each([
      ['pic', mp4, ''],
      ['video', png, ''],
      ['video', mp3, ''],
      ['audio', mp4, '|3'],
    ])('is rejected in a %s message of another kind', async (kind, bytes, rest) => {
      const { ann, conversation } = await meet(host())
      const { FileUrl } = dataOrThrow<Stored>(await upload(ann, conversation, bytes))
      const refused = await send(ann, conversation, kind, `${FileUrl}${rest}`)
      expect(refused).toMatchObject({ Code: 4, Data: { Field: 'Message' } })
      // No file was attached to the rejected message.
      expect(await send(ann, conversation, 'file', `${FileUrl}|it`)).toMatchObject({ Code: 0 })
    })
  })

  describe('the size of a file', () => {
    const padded = (start: Uint8Array, size: number) => {
      const bytes = new Uint8Array(size)
      bytes.set(start)
      return bytes
    }

    it.each([
      ['image', png, 10],
      ['audio', mp3, 20],
      ['video', mp4, 50],
      ['file', textBytes('words'), 50],
    ])(
      'of kind %s may be a twentieth above the limit that the settings name and no larger [MEDIA-23 MEDIA-24 MEDIA-29 MEDIA-36]',
      async (kind, start, limit) => {
        const { ann, conversation } = await meet(host())
        const settings = dataOrThrow<Record<string, number>>(await callAs(host(), ann, '/GetSystemSetting'))
        expect(settings).toMatchObject({
          [`${kind}SizeLimit`]: 10,
          [`admin${kind.charAt(0).toUpperCase()}${kind.slice(1)}SizeLimit`]: limit,
          internalUserControl: 0,
        })
        const most = Math.round(limit * megabyte * 1.05)
        expect(await upload(ann, conversation, padded(start, most), { Type: kind })).toMatchObject({
          Code: 0,
        })
        expect(await upload(ann, conversation, padded(start, most + 1), { Type: kind })).toMatchObject({
          Code: 8,
        })
      },
    )

    it('is rejected by its Content-Length before the body arrives', async () => {
      if (host().name !== 'fetch') return
      const length = String(3_000 * megabyte)
      let read = 0
      const endless = new ReadableStream({
        pull(controller) {
          read += 1
          controller.enqueue(new Uint8Array(megabyte))
        },
      })
      const request = (headers: Record<string, string>): RequestInit & { readonly duplex: 'half' } => ({
        ...{ method: 'POST', body: endless, duplex: 'half' },
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', ...headers },
      })
      const announced = await host().request('/Api/UploadFile', request({ 'Content-Length': length }))
      expect([await announced.json(), read <= 1]).toMatchObject([{ Code: 8 }, true])
    })

    it('is counted during the upload and cut off at the limit', async () => {
      if (host().name !== 'fetch') return
      const { userId, token } = await signUp(host())
      let read = 0
      const endless = new ReadableStream({
        start: (controller) =>
          controller.enqueue(
            textBytes('--x\r\nContent-Disposition: form-data; name="file"; filename="endless"\r\n\r\n'),
          ),
        pull(controller) {
          read += 1
          controller.enqueue(new Uint8Array(megabyte))
        },
      })
      const request: RequestInit & { readonly duplex: 'half' } = {
        ...{ method: 'POST', body: endless, duplex: 'half' },
        headers: {
          ...{ 'Content-Type': 'multipart/form-data; boundary=x' },
          ...{ UID: String(userId), Token: token },
        },
      }
      expect(await (await host().request('/Api/UploadFile', request)).json()).toMatchObject({ Code: 8 })
      // The rest is read and dropped up to 64 MB, because clients read the response after they have sent everything.
      expect(read).toBeLessThan(70)
    })
  })

  describe('a part of a file', () => {
    it.each([
      ['bytes=0-', 206, [0, mp4.length]],
      ['bytes=0-0', 206, [0, 1]],
      ['bytes=100-199', 206, [100, 200]],
      [`bytes=100-${mp4.length + 5}`, 206, [100, mp4.length]],
      ['bytes=-100', 206, [mp4.length - 100, mp4.length]],
      ['bytes=-9999999', 206, [0, mp4.length]],
      [`bytes=${mp4.length}-`, 416, undefined],
      ['bytes=-0', 416, undefined],
      ['bytes=5-2', 200, [0, mp4.length]],
      ['bytes=0-1,4-5', 200, [0, mp4.length]],
      ['lines=1-2', 200, [0, mp4.length]],
    ] as const)('requested by %s is answered with %i', async (range, status, part) => {
      const { ann, conversation } = await meet(host())
      const { FileUrl } = dataOrThrow<Stored>(await upload(ann, conversation, mp4))
      const response = await fetchAs(ann, FileUrl, { Range: range })
      expect(response.status).toBe(status)
      expect(response.headers.get('accept-ranges')).toBe('bytes')
      expect(response.headers.get('cache-control')).toBe('no-store')
      if (part === undefined) {
        expect(response.headers.get('content-range')).toBe(`bytes */${mp4.length}`)
        return
      }
      const [start, end] = part
      const told = status === 206 ? `bytes ${start}-${end - 1}/${mp4.length}` : null
      expect(response.headers.get('content-range')).toBe(told)
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(mp4.slice(start, end))
    })

    it('is readable only by those who may read the file', async () => {
      const [{ ann, conversation }, eve] = [await meet(host()), await signUp(host())]
      const { FileUrl } = dataOrThrow<Stored>(await upload(ann, conversation, mp4))
      expect((await fetchAs(eve, FileUrl, { Range: 'bytes=0-0' })).status).toBe(404)
    })
  })
}
