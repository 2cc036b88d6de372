import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { filePeople } from '../file-people.ts'
import { callAs, connect, dataOrThrow, meet, type Person, refreshed, signUp } from '../people.ts'
import { mp4, png } from '../sample-media.ts'

interface Sticker {
  readonly Id: number
  readonly StickerUrl: string
}
interface OwnStickers {
  readonly Stickers: readonly Sticker[]
  readonly StickerLimit: number
}
const builtIn = '/stickers/dog.webp'

export function describeStickers(host: () => ContractHost): void {
  const { upload, send, statusAs } = filePeople(host)
  const add = (person: Person, StickerUrl: string) => callAs(host(), person, '/AddSticker', { StickerUrl })
  const ownOf = async (person: Person) =>
    dataOrThrow<OwnStickers>(await callAs(host(), person, '/GetUserStickers'))
  const added = async (person: Person, bytes = png) =>
    dataOrThrow<Sticker>(await add(person, await upload(person, bytes)))

  describe('stickers of the service', () => {
    const get = async (path: string, { userId, token }: Person) => {
      const response = await host().request(path, { headers: { UID: String(userId), Token: token } })
      return dataOrThrow<{ ID: number; Url: string; ClassID: number }[]>(await response.json())
    }

    it('are listed by a GET with cid 0, each on its own origin, in the listed classes [STICK-08 STICK-09 STICK-10]', async () => {
      const ann = await signUp(host())
      const emotes = await get('/Api/GetEmote?cid=0', ann)
      expect(emotes.every(({ Url }) => /^\/stickers\/[a-z-]+\.webp$/.test(Url))).toBe(true)
      const classes = dataOrThrow<{ ID: number; ImageUrl: string }[]>(
        await callAs(host(), ann, '/GetEmoteClass'),
      )
      expect([0, ...new Set(emotes.map(({ ClassID }) => ClassID))]).toEqual(classes.map(({ ID }) => ID))
      expect((await get('/Api/GetEmote?cid=2', ann)).every(({ ClassID }) => ClassID === 2)).toBe(true)
    })

    it('are sent unchanged, and only known ones', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ben)
      expect(await send(ann, conversation, 'emo', builtIn)).toMatchObject({ Code: 0 })
      expect((await socket.next('Chat')).chat).toMatchObject({ MsgType: 'emo', Message: builtIn })
      for (const elsewhere of [
        'https://evil.example/a.webp',
        '/stickers/../app.webp',
        '/stickers/a.svg',
        'hi',
      ])
        expect(await send(ann, conversation, 'emo', elsewhere)).toMatchObject({ Code: 4 })
      socket.close()
    })
  })

  describe('own stickers', () => {
    it('are added, listed with their limit and deleted by their owner only [STICK-07 STICK-12 STICK-13 STICK-14]', async () => {
      const [ann, eve] = [await signUp(host()), await signUp(host())]
      const [one, two] = [await added(ann), dataOrThrow<Sticker>(await add(ann, builtIn))]
      expect(one.StickerUrl).toMatch(/^\/files\/messages\/[0-9a-f]{40}\.png$/)
      expect(await ownOf(ann)).toEqual({ Stickers: [two, one], StickerLimit: 30 })
      expect(await ownOf(eve)).toMatchObject({ Stickers: [] })
      dataOrThrow(await callAs(host(), eve, '/DeleteSticker', { StickerIds: [one.Id, two.Id] }))
      expect((await ownOf(ann)).Stickers).toHaveLength(2)
      dataOrThrow(await callAs(host(), ann, '/DeleteSticker', { StickerIds: [one.Id] }))
      expect((await ownOf(ann)).Stickers).toEqual([two])
    })

    it('are listed once however often they are added', async () => {
      const ann = await signUp(host())
      const address = await upload(ann, png)
      const first = dataOrThrow<Sticker>(await add(ann, address))
      expect(dataOrThrow(await add(ann, address))).toEqual(first)
      expect(dataOrThrow(await add(ann, first.StickerUrl))).toEqual(first)
    })

    it.each([
      [
        'a picture above 307200 bytes',
        () => padded(307_201),
        { Code: 4, Data: { Key: 'stickers.format-error' } },
      ],
      ['a video', () => mp4, { Code: 4, Data: { Key: 'stickers.format-error' } }],
      ['a picture of 307200 bytes', () => padded(307_200), { Code: 0 }],
    ])('can be %s or not [STICK-02]', async (_, bytes, expected) => {
      const ann = await signUp(host())
      expect(await add(ann, await upload(ann, bytes()))).toMatchObject(expected)
    })

    it('do not exceed the limit [STICK-03 STICK-04]', async () => {
      const ann = await signUp(host())
      for (let index = 0; index < 30; index += 1) await added(ann)
      expect(await add(ann, await upload(ann, png))).toMatchObject({
        Code: 4,
        Data: { Key: 'stickers.max-limit-reached', Count: 30 },
      })
      expect((await ownOf(ann)).Stickers).toHaveLength(30)
    })

    it('are added only from pictures that the person may see', async () => {
      const { ann, ben, conversation } = await meet(host())
      const eve = await signUp(host())
      const address = await upload(ann, png, conversation)
      const refused = { Code: 4, Data: { Field: 'StickerUrl' } }
      expect(await add(ben, address)).toMatchObject(refused)
      dataOrThrow(await send(ann, conversation, 'pic', address))
      expect(await add(ben, `${address}?w=4&h=3`)).toMatchObject({ Code: 0 })
      expect(await add(eve, address)).toMatchObject(refused)
      expect(await add(eve, 'https://evil.example/a.png')).toMatchObject(refused)
      const withTimer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', withTimer))
      const disappearing = await upload(ann, png, conversation)
      dataOrThrow(await send(ann, conversation, 'pic', disappearing))
      expect(await add(ben, disappearing)).toMatchObject(refused)
    })

    it('are sent any number of times by their owner only, and stay in messages after deletion', async () => {
      const { ann, ben, conversation } = await meet(host())
      const eve = await signUp(host())
      const { Id, StickerUrl } = await added(ann)
      expect(await send(ben, conversation, 'emo', StickerUrl)).toMatchObject({ Code: 4 })
      expect(await statusAs(ben, StickerUrl)).toBe(404)
      for (let times = 0; times < 2; times += 1) {
        expect(await send(ann, conversation, 'emo', StickerUrl)).toMatchObject({ Code: 0 })
      }
      dataOrThrow(await callAs(host(), ann, '/DeleteSticker', { StickerIds: [Id] }))
      host().advance(8 * 24 * 60 * 60_000)
      await host().sweep()
      const [later, outside] = [await refreshed(host(), ben), await refreshed(host(), eve)]
      expect([await statusAs(later, StickerUrl), await statusAs(outside, StickerUrl)]).toEqual([200, 404])
    })

    it('are readable while a message shows them, and deleted when nobody saves them', async () => {
      const { ann, ben, conversation } = await meet(host())
      const { Id, StickerUrl } = await added(ann)
      const { ID } = dataOrThrow<{ ID: number }>(await send(ann, conversation, 'emo', StickerUrl))
      const socket = await connect(host(), ben)
      socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
      const own = await connect(host(), ann)
      own.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
      await socket.next('DeleteChat')
      expect([await statusAs(ben, StickerUrl), await statusAs(ann, StickerUrl)]).toEqual([404, 200])
      await host().sweep()
      expect(await statusAs(ann, StickerUrl)).toBe(200)
      dataOrThrow(await callAs(host(), ann, '/DeleteSticker', { StickerIds: [Id] }))
      await host().sweep()
      expect(await statusAs(ann, StickerUrl)).toBe(404)
      socket.close()
      own.close()
    })
  })
}

function padded(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  bytes.set(png)
  return bytes
}
