import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { fileCookie } from '../file-people.ts'
import { forward, pageOf, uploadTo } from '../forwarding-people.ts'
import {
  befriend,
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
import { mp4, png } from '../sample-media.ts'

export function describeForwardedFiles(host: () => ContractHost): void {
  const send = async (person: Person, ChatSessionID: number, MsgType: string, Message: string) => {
    const fields = { ChatSessionID, MsgType, Message, TimeStamp: 1, ClientMsgId: newClientId() }
    const { ID } = dataOrThrow<{ ID: number }>(await callAs(host(), person, '/SendChat', fields))
    return { ChatSessionID, ChatID: ID }
  }
  const upload = (person: Person, conversation: number, bytes = png) =>
    uploadTo(host(), person, { ChatSessionID: String(conversation) }, bytes)
  const status = async (address: string, person: Person) =>
    (await host().request(address, { headers: { cookie: (await fileCookie(host(), person)).cookie } })).status
  const bodyOf = async (person: Person, conversation: number) =>
    (await pageOf(host(), person, conversation)).at(-1)?.Message ?? ''
  const pathOf = (body: string) => body.split(/[?|]/)[0] ?? ''

  /** Ben has sent Ann a picture, and Ann can forward it to Cem. */
  const setting = async () => {
    const { ann, ben, conversation } = await meet(host())
    const cem = await signUp(host())
    const address = await upload(ben, conversation)
    const named = await send(ben, conversation, 'pic', `${address}?w=1&h=1`)
    return {
      ann,
      ben,
      cem,
      conversation,
      address,
      named,
      target: await befriendInConversation(host(), ann, cem),
    }
  }
  const remove = async (person: Person, named: { ChatSessionID: number; ChatID: number }) => {
    const socket = await connect(host(), person)
    socket.send({ Cmd: 'DeleteChat', UserID: person.userId, ...named })
    await socket.next('DeleteChat')
    await settle(socket, person)
    socket.close()
  }

  describe('a forwarded file', () => {
    it('has its own address for its recipients, with the metadata of the picture (DEC-114)', async () => {
      const { ann, ben, cem, address, named, target } = await setting()
      dataOrThrow(await forward(host(), ann, { Messages: [named], UserIDs: [cem.userId] }))
      const body = await bodyOf(cem, target)
      expect(body).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png\?w=1&h=1$/)
      expect(pathOf(body)).not.toBe(address)
      expect(await status(pathOf(body), cem)).toBe(200)
      expect(await status(pathOf(body), ann)).toBe(200)
      expect(await status(pathOf(body), ben)).toBe(404)
      expect(await status(address, cem)).toBe(404)
    })

    it('outlives the original, and the original outlives it (DEC-109)', async () => {
      const { ann, ben, cem, conversation, address, named, target } = await setting()
      dataOrThrow(await forward(host(), ann, { Messages: [named, named], UserIDs: [cem.userId] }))
      const [first, second] = await pageOf(host(), cem, target)
      await remove(ann, { ChatSessionID: target, ChatID: first?.ID ?? 0 })
      await host().sweep()
      expect(await status(address, ann)).toBe(200)
      await remove(ben, named)
      await host().sweep()
      const copy = pathOf(second?.Message ?? '')
      expect(await status(address, ann)).toBe(404)
      expect(await status(copy, cem)).toBe(200)
      expect(
        await forward(host(), cem, {
          Messages: [{ ChatSessionID: target, ChatID: second?.ID }],
          UserIDs: [ann.userId],
        }),
      ).toMatchObject({ Code: 0 })
      expect(conversation).not.toBe(target)
    })

    it('keeps its type, and is forwarded only by people who may see it [FWD-09]', async () => {
      const { ann, ben, cem, conversation, address, target } = await setting()
      const eve = await signUp(host())
      await befriend(host(), eve, cem)
      const Urls = [{ Url: `${address}?w=1&h=1`, Type: 'pic' }]
      expect(await forward(host(), eve, { Urls, UserIDs: [cem.userId] })).toMatchObject({
        Code: 1,
        Data: [{ Error: 'This message is no longer there.' }],
      })
      dataOrThrow(await forward(host(), ann, { Urls, UserIDs: [cem.userId] }))
      expect(await bodyOf(cem, target)).toMatch(/\.png\?w=1&h=1$/)
      const clip = await upload(ben, conversation, mp4)
      await send(ben, conversation, 'video', clip)
      const unfit = [
        { Url: clip, Type: 'pic' },
        { Url: clip, Type: 'txt' },
        { Url: 'https://elsewhere.example/a.png', Type: 'pic' },
        { Url: '/files/avatars/0123456789012345678901234567890123456789.png', Type: 'pic' },
      ]
      expect(await forward(host(), ann, { Urls: unfit, UserIDs: [cem.userId] })).toMatchObject({
        Code: 1,
        Data: unfit.map(() => ({ Error: 'This message cannot be forwarded.' })),
      })
      expect(await pageOf(host(), cem, target)).toHaveLength(1)
    })

    it('of a disappearing message cannot be forwarded by its address [VIEW-32]', async () => {
      const { ann, ben, cem, conversation } = await setting()
      const withTimer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', withTimer))
      const secret = await upload(ben, conversation)
      await send(ben, conversation, 'pic', secret)
      const answer = await forward(host(), ann, {
        Urls: [{ Url: secret, Type: 'pic' }],
        UserIDs: [cem.userId],
      })
      expect(answer).toMatchObject({ Code: 1, Data: [{ Error: 'This message cannot be forwarded.' }] })
    })
  })
}
