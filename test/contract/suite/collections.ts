import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { filePeople } from '../file-people.ts'
import { befriend, callAs, connect, dataOrThrow, meet, type Person, refreshed, signUp } from '../people.ts'
import { mp3, mp4, png, textBytes } from '../sample-media.ts'

interface Saved {
  readonly ID: number
  readonly Type: string
  readonly Content: string
  readonly SmallPicturePath: string
}

export function describeCollections(host: () => ContractHost): void {
  const { upload, send, statusAs } = filePeople(host)
  const save = (person: Person, fields: object) =>
    callAs(host(), person, '/AddCollect', {
      ...{ FromID: 7, FromName: 'Ben', FromType: 'friend', SmallPicturePath: '' },
      ...fields,
    })
  const savedOf = async (person: Person) => dataOrThrow<Saved[]>(await callAs(host(), person, '/GetCollects'))

  describe('collections', () => {
    it('list saved items, newest first, to their owner only [COLL-10 COLL-11 COLL-13]', async () => {
      const [ann, eve] = [await signUp(host()), await signUp(host())]
      dataOrThrow(await save(ann, { Type: 'text', Content: 'Remember | this' }))
      dataOrThrow(
        await save(ann, { Type: 'text', Content: 'And that', FromType: 'group', FromName: 'Walks' }),
      )
      const [group, friend] = await savedOf(ann)
      expect(group).toMatchObject({ Content: 'And that', FromType: 'group', FromName: 'Walks' })
      expect(friend).toMatchObject({
        ...{ ID: expect.any(Number), Type: 'text', Content: 'Remember | this', SmallPicturePath: '' },
        ...{ TimeStamp: expect.any(Number), FromName: 'Ben', FromID: 7, FromType: 'friend' },
      })
      expect(await savedOf(eve)).toEqual([])
    })

    it('are deleted once, and only by their owner [COLL-15]', async () => {
      const [ann, eve] = [await signUp(host()), await signUp(host())]
      dataOrThrow(await save(ann, { Type: 'text', Content: 'One' }))
      const [{ ID } = { ID: 0 }] = await savedOf(ann)
      expect(await callAs(host(), eve, '/DeleteCollect', { ID })).toMatchObject({ Code: 1 })
      expect(await savedOf(ann)).toHaveLength(1)
      expect(await callAs(host(), ann, '/DeleteCollect', { ID })).toMatchObject({ Code: 0 })
      expect(await callAs(host(), ann, '/DeleteCollect', { ID })).toMatchObject({ Code: 1 })
      expect(await savedOf(ann)).toEqual([])
    })

    it.each([
      ['image', 'pic', png, '?w=4&h=3'],
      ['video', 'video', mp4, '?w=4&h=3&t=2'],
      ['audio', 'audio', mp3, '|3'],
      ['file', 'file', textBytes('words'), '|notes.txt'],
    ] as const)(
      'keep a file of type %s after its message is deleted, as a copy that can be sent [MSG-57]',
      async (Type, MsgType, bytes, rest) => {
        const { ann, ben, conversation } = await meet(host())
        const address = `${await upload(ann, bytes, conversation)}${rest}`
        const { ID } = dataOrThrow<{ ID: number }>(await send(ann, conversation, MsgType, address))
        dataOrThrow(await save(ben, { Type, Content: address }))
        const [{ Content } = { Content: '' }] = await savedOf(ben)
        expect(Content).toMatch(
          new RegExp(`^/files/messages/[0-9a-f]{40}\\.[a-z0-9]+${rest.replace(/[?|.]/g, '\\$&')}$`),
        )
        expect(Content).not.toBe(address)
        const socket = await connect(host(), ann)
        socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
        await socket.next('DeleteChat')
        host().advance(8 * 24 * 60 * 60_000)
        await host().sweep()
        const path = Content.replace(/[?|].*/, '')
        const [own, other] = [await refreshed(host(), ben), await refreshed(host(), ann)]
        expect([await statusAs(own, path), await statusAs(other, path)]).toEqual([200, 404])
        socket.close()
        expect(await send(own, conversation, MsgType, Content)).toMatchObject({ Code: 0 })
        expect(await statusAs(other, path)).toBe(200)
      },
    )

    it('keep the thumbnail of a file [MSG-11]', async () => {
      const ann = await signUp(host())
      const [small, film] = [await upload(ann, png), await upload(ann, mp4)]
      dataOrThrow(await save(ann, { Type: 'video', Content: film, SmallPicturePath: small }))
      const [saved] = await savedOf(ann)
      expect(saved).toMatchObject({
        Content: expect.stringMatching(/^\/files\/messages\/[0-9a-f]{40}\.mp4$/),
        SmallPicturePath: expect.stringMatching(/^\/files\/messages\/[0-9a-f]{40}\.png$/),
      })
    })

    it('reject items that the person may not see, that are invalid or that disappear', async () => {
      const { ann, ben, conversation } = await meet(host())
      const eve = await signUp(host())
      const address = await upload(ann, png, conversation)
      dataOrThrow(await send(ann, conversation, 'pic', address))
      const withTimer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', withTimer))
      const disappearing = await upload(ann, png, conversation)
      dataOrThrow(await send(ann, conversation, 'pic', disappearing))
      for (const [person, fields] of [
        [eve, { Type: 'image', Content: address }],
        [ben, { Type: 'video', Content: address }],
        [ben, { Type: 'image', Content: 'https://evil.example/a.png' }],
        [ben, { Type: 'image', Content: disappearing }],
        [ben, { Type: 'text', Content: '   ' }],
        [ben, { Type: 'card', Content: '{}' }],
      ] as const)
        expect(await save(person, fields)).toMatchObject({ Code: 4 })
      expect(await savedOf(ben)).toEqual([])
    })

    it('are forwarded by their ids, by their owner only [FWD-09]', async () => {
      const { ann, ben } = await meet(host())
      const cat = await signUp(host())
      await befriend(host(), ann, cat)
      dataOrThrow(await save(ann, { Type: 'image', Content: await upload(ann, png) }))
      const [{ ID } = { ID: 0 }] = await savedOf(ann)
      const forward = (person: Person, UserIDs: number[]) =>
        callAs(host(), person, '/ForwardMessages', { CollectIDs: [ID], UserIDs })
      const socket = await connect(host(), cat)
      expect(await forward(ann, [cat.userId])).toMatchObject({
        Code: 0,
        Data: [{ CollectID: ID, Error: '' }],
      })
      expect((await socket.next('Chat')).chat).toMatchObject({ MsgType: 'pic' })
      expect(await forward(ben, [ann.userId])).toMatchObject({ Code: 1 })
      socket.close()
    })
  })
}
