import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { callAs, connect, dataOrThrow, meet, type Person, signUp, telCode, toPerson } from '../people.ts'

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
/** The smallest pictures of each kind. */
const pictures = [
  [
    'png',
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
  ['gif', 'image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  ['webp', 'image/webp', 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'],
  ['jpg', 'image/jpeg', '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0a/9k='],
] as const
const text = (content: string) => new Uint8Array(new TextEncoder().encode(content))

export function describeProfile(host: () => ContractHost): void {
  const uploadFor = (
    purpose: { readonly For?: string },
    { userId, token }: Person,
    bytes: Uint8Array<ArrayBuffer>,
    name = 'picture.png',
  ) =>
    host().upload(
      '/UploadHeadImg',
      { UID: String(userId), Token: token, DeviceType: 'web', ...purpose },
      { name, bytes },
    )
  const upload = (person: Person, bytes: Uint8Array<ArrayBuffer>, name?: string) =>
    uploadFor({}, person, bytes, name)

  describe('the own profile', () => {
    it('is renamed, and others see the new name [ME-17]', async () => {
      const { ann, ben } = await meet(host())
      expect(await callAs(host(), ann, '/UpdateNickName', { NickName: '  Ann 安\0 ' })).toMatchObject({
        Code: 0,
      })
      expect(await callAs(host(), ann, '/GetUserInfo')).toMatchObject({ Data: { NickName: 'Ann 安\0' } })
      expect(await callAs(host(), ben, '/GetFriends')).toMatchObject({
        Data: [{ FriendNickName: 'Ann 安\0' }],
      })
    })

    it.each([
      ['   ', { Key: 'errors.string.length', Count: 1 }],
      ['x'.repeat(16), { Key: 'errors.string.max-length', Count: 15 }],
    ])('rejects the nickname %j with its field [ME-10]', async (NickName, data) => {
      const answer = await callAs(host(), await signUp(host()), '/UpdateNickName', { NickName })
      expect(answer).toMatchObject({ Code: 4, Data: { Field: 'NickName', ...data } })
    })

    it('has a signature, trimmed, which others see and an empty text removes [ME-12 ME-18]', async () => {
      const { ann, ben } = await meet(host())
      const sign = (Sign: string) => callAs(host(), ann, '/UpdateUserSign', { Sign })
      expect(await sign(`  ${'签'.repeat(50)} `)).toMatchObject({ Code: 0, Msg: 'Signature saved.' })
      expect(await callAs(host(), ann, '/GetUserInfo')).toMatchObject({ Data: { Sign: '签'.repeat(50) } })
      expect(await callAs(host(), ben, '/GetFriends')).toMatchObject({
        Data: [{ FriendSign: '签'.repeat(50) }],
      })
      expect(await sign('x'.repeat(51))).toMatchObject({
        Code: 4,
        Data: { Field: 'Sign', Key: 'errors.string.max-length', Count: 50 },
      })
      expect(await sign('')).toMatchObject({ Code: 0 })
      expect(await callAs(host(), ann, '/GetUserInfo')).toMatchObject({ Data: { Sign: '' } })
    })

    it('announces a change to the account’s other devices only', async () => {
      const { ann, ben } = await meet(host())
      dataOrThrow(await callAs(host(), ann, '/UpdatePassword', { Password: 'secret' }))
      const credentials = { Phone: ann.phone, TelCode: telCode, Password: 'secret' }
      const again = toPerson(ann.phone, await host().call('/PhoneLogin', credentials))
      const [own, other, friend] = [
        await connect(host(), ann),
        await connect(host(), again),
        await connect(host(), ben),
      ]
      await callAs(host(), ann, '/UpdateUserSign', { Sign: 'Hello' })
      expect(await other.next('ProfileChanged')).toEqual({ Cmd: 'ProfileChanged' })
      for (const socket of [own, friend])
        expect(socket.frames.map(({ Cmd }) => Cmd)).not.toContain('ProfileChanged')
    })

    it('returns the own info with every field of the specification [USER-05 USER-08]', async () => {
      const person = await signUp(host())
      const info = dataOrThrow<object>(await callAs(host(), person, '/GetUserInfo'))
      expect(info).toEqual({
        UID: person.userId,
        Type: 1,
        TelCode: '49',
        Phone: person.phone,
        NickName: `User${person.phone.slice(-4)}`,
        HeadImg: '',
        Gender: 0,
        Country: '',
        Sign: '',
        OnLine: 1,
        LastLoginTime: expect.any(Number),
        VChatID: person.chatId,
      })
    })

    it.each(pictures)(
      'accepts a %s by multipart whatever its name, returns a text and shows it to others [HTTP-20 ME-19]',
      async (extension, type, base64) => {
        const { ann, ben } = await meet(host())
        const answer = await upload(ann, bytesOf(base64), 'no-picture.txt')
        expect(answer.Msg).toBe('Picture saved.')
        const { FileUrl } = dataOrThrow<{ FileUrl: string }>(answer)
        expect(FileUrl).toMatch(new RegExp(`^/files/avatars/[0-9a-f]{40}\\.${extension}$`))
        expect(await callAs(host(), ann, '/GetUserInfo')).toMatchObject({ Data: { HeadImg: FileUrl } })
        expect(await callAs(host(), ben, '/GetFriends')).toMatchObject({ Data: [{ FriendHeadImg: FileUrl }] })
        const response = await host().request(FileUrl)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('content-disposition')).toBe('inline')
        expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytesOf(base64))
      },
    )

    it('stores a picture for a group and keeps the own one', async () => {
      const { ann, ben } = await meet(host())
      const { FileUrl } = dataOrThrow<{ FileUrl: string }>(
        await uploadFor({ For: 'group' }, ann, bytesOf(pictures[0][2])),
      )
      expect(await callAs(host(), ann, '/GetUserInfo')).toMatchObject({ Data: { HeadImg: '' } })
      const group = { GroupName: 'Walks', GroupImg: FileUrl, UserIDs: `${ann.userId}|${ben.userId}` }
      expect(await callAs(host(), ann, '/CreateGroup', group)).toMatchObject({
        Code: 0,
        Data: { GroupImg: FileUrl },
      })
    })

    it.each([
      ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['a page', text('<!doctype html><script>alert(1)</script>')],
      ['a document', text('%PDF-1.7\n%%EOF')],
      ['nothing', text('')],
      ['a cut-off picture header', bytesOf('iVBORw0K')],
    ])('rejects %s by its bytes, although it is named as a picture', async (_, bytes) => {
      const person = await signUp(host())
      expect(await upload(person, bytes, 'picture.png')).toMatchObject({
        Code: 4,
        Msg: 'This file is not a picture.',
        Data: { Key: 'errors.invalid-file' },
      })
      expect(await callAs(host(), person, '/GetUserInfo')).toMatchObject({ Data: { HeadImg: '' } })
    })

    it('takes a picture of up to 10.5 MB and refuses a larger one', async () => {
      const person = await signUp(host())
      const sized = (size: number) => {
        const bytes = new Uint8Array(size)
        bytes.set(bytesOf(pictures[0][2]))
        return bytes
      }
      expect(await upload(person, sized(10_500_000))).toMatchObject({ Code: 0 })
      expect(await upload(person, sized(10_500_001))).toMatchObject({ Code: 8 })
      expect(await upload(person, sized(12_000_000))).toMatchObject({ Code: 8 })
    })

    it('limits uploads of one account to 60 in an hour', async () => {
      const person = await signUp(host())
      for (let count = 0; count < 60; count++) await upload(person, text('x'))
      expect(await upload(person, text('x'))).toMatchObject({ Code: 5, Data: { RetryAfter: 60_000 } })
    })

    it('shows senders under their current names', async () => {
      const { ann, ben } = await meet(host())
      await callAs(host(), ann, '/UpdateNickName', { NickName: 'Ann' })
      const socket = await connect(host(), ben)
      await callAs(host(), ann, '/ApplyFriend', { UserID: ben.userId, Remark: '', Source: 'Search' })
      expect(socket.frames.map((frame) => frame.Cmd)).not.toContain('FriendApply')
      expect(await callAs(host(), ben, '/GetAllSessionList')).toMatchObject({
        Data: { ChatSessions: [{ NickName: 'Ann' }] },
      })
    })
  })
}
