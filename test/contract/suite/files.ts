import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { fileCookie } from '../file-people.ts'
import { createGroup, sayInGroup } from '../group-people.ts'
import {
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  type Person,
  settle,
  signUp,
} from '../people.ts'
import { png } from '../sample-media.ts'

export function describeFiles(host: () => ContractHost): void {
  const upload = (person: Person, conversation: number, more: Record<string, string> = {}, bytes = png) =>
    host().upload(
      '/UploadFile',
      {
        UID: String(person.userId),
        Token: person.token,
        DeviceType: 'web',
        ChatSessionID: String(conversation),
        ...more,
      },
      { name: 'holiday.png', bytes },
    )
  const uploaded = async (person: Person, conversation: number, more: Record<string, string> = {}) =>
    dataOrThrow<{ FileUrl: string }>(await upload(person, conversation, more)).FileUrl
  const sendPicture = (person: Person, ChatSessionID: number, Message: string, ClientMsgId = newClientId()) =>
    callAs(host(), person, '/SendChat', { ChatSessionID, Message, MsgType: 'pic', TimeStamp: 1, ClientMsgId })

  /** Sets the conversation's timer to 30 s; it counts from reading. */
  const setTimer = (person: Person, ChatSessionID: number) =>
    callAs(host(), person, '/UpdateChatSession', { ChatSessionID, ReadDelete: 1, AutoDeleteTime: 30 })

  describe('a picture for a message', () => {
    it('is stored under an address that the response contains, whatever its name [MEDIA-30 HTTP-20]', async () => {
      const { ann, conversation } = await meet(host())
      expect(await uploaded(ann, conversation)).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png$/)
    })

    it('is the same file after a second upload for the same message of this person, sent or not [LIFE-23]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const ClientMsgId = newClientId()
      const address = await uploaded(ann, conversation, { ClientMsgId })
      const other = new Uint8Array([...png, 0])
      const again = await upload(ann, conversation, { ClientMsgId }, other)
      expect(again).toMatchObject({ Data: { FileUrl: address, Item: { url: address, size: png.length } } })
      dataOrThrow(await sendPicture(ann, conversation, address, ClientMsgId))
      expect(await uploaded(ann, conversation, { ClientMsgId })).toBe(address)
      expect(await uploaded(ann, conversation, { ClientMsgId: newClientId() })).not.toBe(address)
      expect(await uploaded(ann, conversation)).not.toBe(address)
      expect(await uploaded(ben, conversation, { ClientMsgId })).not.toBe(address)
    })

    it('is rejected for a deleted message, and nothing is stored [LIFE-15 BURN-10]', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(await setTimer(ann, conversation))
      const ClientMsgId = newClientId()
      const address = await uploaded(ann, conversation, { ClientMsgId })
      const { ID } = dataOrThrow<{ ID: number }>(await sendPicture(ann, conversation, address, ClientMsgId))
      dataOrThrow(await callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID: ID }))
      host().advance(30_000)
      await host().sweep()
      expect(await upload(ann, conversation, { ClientMsgId })).toMatchObject({ Code: 3, Data: null })
      expect(await upload(ben, conversation, { ClientMsgId })).toMatchObject({ Code: 0 })
    })

    it('is one file after two concurrent uploads', async () => {
      const { ann, conversation } = await meet(host())
      const ClientMsgId = newClientId()
      const [one, other] = await Promise.all([1, 2].map(() => uploaded(ann, conversation, { ClientMsgId })))
      expect(one).toBe(other)
    })

    it('is accepted only from members of the conversation', async () => {
      const [{ conversation }, eve] = [await meet(host()), await signUp(host())]
      expect(await upload(eve, conversation)).toMatchObject({ Code: 11 })
      expect(await upload({ ...eve, token: 'guessed' }, conversation)).toMatchObject({ Code: 2 })
      expect(await upload(eve, 999_999_999)).toMatchObject({ Code: 11 })
    })
  })

  describe('a picture message', () => {
    it('reaches the recipient with its size in the address [MEDIA-33 MSG-51]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ben)
      const body = `${await uploaded(ann, conversation)}?w=640&h=480`
      dataOrThrow(await sendPicture(ann, conversation, body))
      expect((await socket.next('Chat')).chat).toMatchObject({ MsgType: 'pic', Message: body })
      socket.close()
    })

    it('sent again under its client id is the same message [LIFE-23]', async () => {
      const { ann, conversation } = await meet(host())
      const [address, clientId] = [await uploaded(ann, conversation), newClientId()]
      const first = dataOrThrow<{ ID: number }>(await sendPicture(ann, conversation, address, clientId))
      const again = dataOrThrow<{ ID: number }>(await sendPicture(ann, conversation, address, clientId))
      expect(again).toMatchObject({ ID: first.ID, IsDuplicated: true })
    })

    it.each([
      'https://elsewhere.example/pixel.png',
      '//elsewhere.example/files/messages/0123456789012345678901234567890123456789.png',
      '/files/avatars/0123456789012345678901234567890123456789.png',
      '/files/messages/0123456789012345678901234567890123456789.png',
      '/files/messages/../avatars/x.png',
      'javascript:alert(1)',
      'no address',
    ])('is rejected when it names %s', async (body) => {
      const { ann, conversation } = await meet(host())
      expect(await sendPicture(ann, conversation, body)).toMatchObject({
        Code: 4,
        Data: { Field: 'Message' },
      })
    })

    it('is rejected if its file is another person’s, from elsewhere or already used', async () => {
      const { ann, ben, conversation } = await meet(host())
      const address = await uploaded(ann, conversation)
      expect(await sendPicture(ben, conversation, address)).toMatchObject({ Code: 4 })
      const cem = await signUp(host())
      const other = await befriendInConversation(host(), ann, cem)
      expect(await sendPicture(ann, other, address)).toMatchObject({ Code: 4 })
      expect(await sendPicture(ann, conversation, address)).toMatchObject({ Code: 0 })
      expect(await sendPicture(ann, conversation, address)).toMatchObject({ Code: 4 })
    })
  })

  describe('the file of a message', () => {
    const fetchAs = (address: string, cookie: string) =>
      host().request(address, { headers: cookie ? { cookie } : {} })
    const statusFor = async (address: string, cookie: string) => (await fetchAs(address, cookie)).status

    it('is served to members by a cookie, without caching or execution', async () => {
      const { ann, ben, conversation } = await meet(host())
      const address = await uploaded(ann, conversation)
      dataOrThrow(await sendPicture(ann, conversation, address))
      const { cookie, attributes } = await fileCookie(host(), ben)
      expect(cookie).toMatch(new RegExp(`^files-${ben.userId}=[\\w-]{43}$`))
      expect(attributes).toEqual(['Path=/files/messages', 'Max-Age=86400', 'HttpOnly', 'SameSite=Strict'])
      const response = await fetchAs(address, cookie)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(png)
      expect(await statusFor(`${address}?UID=${ben.userId}&Token=${ben.token}`, '')).toBe(404)
    })

    it('is readable only by its owner until it is sent', async () => {
      const { ann, ben, conversation } = await meet(host())
      const address = await uploaded(ann, conversation)
      expect(await statusFor(address, (await fileCookie(host(), ann)).cookie)).toBe(200)
      expect(await statusFor(address, (await fileCookie(host(), ben)).cookie)).toBe(404)
    })

    it('of a group is readable by its members, but not by those who joined later', async () => {
      const { ann, ben, group } = await createGroup(host())
      const fields = { UID: String(ann.userId), Token: ann.token, DeviceType: 'web', GroupID: String(group) }
      const stored = await host().upload('/UploadFile', fields, { name: 'holiday.png', bytes: png })
      const address = dataOrThrow<{ FileUrl: string }>(stored).FileUrl
      dataOrThrow(await sayInGroup(host(), ann, group, address, { MsgType: 'pic' }))
      expect(await statusFor(address, (await fileCookie(host(), ben)).cookie)).toBe(200)
      const dora = await signUp(host())
      const { cookie } = await fileCookie(host(), dora)
      expect(await statusFor(address, cookie)).toBe(404)
      dataOrThrow(await callAs(host(), dora, '/JoinGroup', { GroupID: group }))
      expect(await statusFor(address, cookie)).toBe(404)
    })

    it('is not found by outsiders, by guessing or after signing out', async () => {
      const [{ ann, ben, conversation }, eve] = [await meet(host()), await signUp(host())]
      const address = await uploaded(ann, conversation)
      dataOrThrow(await sendPicture(ann, conversation, address))
      const [own, foreign] = [(await fileCookie(host(), ben)).cookie, (await fileCookie(host(), eve)).cookie]
      expect(await statusFor(address, '')).toBe(404)
      expect(await statusFor(address, foreign)).toBe(404)
      expect(await statusFor(address, `files-${ben.userId}=guessed`)).toBe(404)
      // Two accounts of one browser: one that may see it is enough.
      expect(await statusFor(address, `${foreign}; ${own}`)).toBe(200)
      dataOrThrow(await callAs(host(), ben, '/Logout'))
      expect(await statusFor(address, own)).toBe(404)
    })

    it('is deleted with its message', async () => {
      const { ann, ben, conversation } = await meet(host())
      const address = await uploaded(ann, conversation)
      const { ID } = dataOrThrow<{ ID: number }>(await sendPicture(ann, conversation, address))
      const { cookie } = await fileCookie(host(), ben)
      expect(await statusFor(address, cookie)).toBe(200)
      const socket = await connect(host(), ann)
      socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
      await socket.next('DeleteChat')
      await settle(socket, ann)
      expect(await statusFor(address, cookie)).toBe(404)
      expect(await statusFor(address, (await fileCookie(host(), ann)).cookie)).toBe(404)
      socket.close()
    })

    it('is not served after its message expired, swept or not [BURN-10]', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(await setTimer(ann, conversation))
      const address = await uploaded(ann, conversation)
      const { ID } = dataOrThrow<{ ID: number }>(await sendPicture(ann, conversation, address))
      const { cookie } = await fileCookie(host(), ben)
      dataOrThrow(await callAs(host(), ben, '/ReadChat', { ChatSessionID: conversation, ChatID: ID }))
      host().advance(29_999)
      expect(await statusFor(address, cookie)).toBe(200)
      host().advance(1)
      expect(await statusFor(address, cookie)).toBe(404)
      await host().sweep()
      expect(await statusFor(address, cookie)).toBe(404)
    })
  })
}
