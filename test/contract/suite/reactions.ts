import { describe, expect, it } from 'vitest'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup } from '../group-people.ts'
import { callAs, connect, dataOrThrow, meet, type Person, sendText, settle, signUp } from '../people.ts'
import { png } from '../sample-media.ts'

interface Changes {
  readonly Version: number
  readonly Changes: readonly object[]
}

export function describeReactions(host: () => ContractHost): void {
  const react = (person: Person, place: object, ChatID: number, Emoji: unknown) =>
    callAs(host(), person, '/ReactToMessage', { ...place, ChatID, Emoji })
  const changes = async (person: Person, place: object, Version = 0) =>
    dataOrThrow<Changes>(await callAs(host(), person, '/GetMessageChanges', { ...place, Version }))
  const pageOf = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<WireMessage[]>(
      await callAs(host(), person, '/GetChatData', { ChatSessionID, Status: 2, UnReadMaxID: 0 }),
    )

  /** Ann has written to Ben. */
  async function written() {
    const { ann, ben, conversation } = await meet(host())
    const { ID, SeqID } = dataOrThrow<{ ID: number; SeqID: number }>(
      await sendText(host(), ann, conversation, 'hello'),
    )
    return { ann, ben, place: { ChatSessionID: conversation }, conversation, ID, SeqID }
  }

  describe('reactions', () => {
    it('replace each other, are removed, and reach every device of both people', async () => {
      const { ann, ben, place, conversation, ID, SeqID } = await written()
      const sockets = [await connect(host(), ann), await connect(host(), ben), await connect(host(), ben)]
      const first = { SeqID, Version: 1, Reactions: [{ Emoji: '👍', Count: 1 }] }
      expect(dataOrThrow(await react(ben, place, ID, '👍'))).toEqual(first)
      for (const socket of sockets)
        expect(await socket.next('MessageReacted')).toMatchObject({
          ...{ ...place, ChatID: ID, UserID: ben.userId, Emoji: '👍', ...first },
        })
      // A repeated call changes nothing and sends nothing.
      expect(dataOrThrow(await react(ben, place, ID, '👍'))).toEqual(first)
      dataOrThrow(await react(ann, place, ID, '😂'))
      dataOrThrow(await react(ben, place, ID, '😂'))
      const both = { Version: 3, Reactions: [{ Emoji: '😂', Count: 2 }] }
      expect((await pageOf(ann, conversation)).at(-1)?.Changes).toEqual({ ...both, OwnReaction: '😂' })
      expect(dataOrThrow(await react(ann, place, ID, ''))).toMatchObject({ Version: 4 })
      const left = { Version: 4, Reactions: [{ Emoji: '😂', Count: 1 }] }
      expect((await pageOf(ann, conversation)).at(-1)?.Changes).toEqual({ ...left, OwnReaction: '' })
      expect((await pageOf(ben, conversation)).at(-1)?.Changes).toEqual({ ...left, OwnReaction: '😂' })
      expect(await changes(ben, place)).toEqual({
        Version: 4,
        Changes: [{ ChatID: ID, SeqID, ...left, OwnReaction: '😂' }],
      })
      expect(await changes(ben, place, 4)).toEqual({ Version: 4, Changes: [] })
      await settle(sockets[0] ?? (await connect(host(), ann)), ann)
      expect(sockets[0]?.frames.filter(({ Cmd }) => Cmd === 'MessageReacted')).toHaveLength(4)
    })

    it('of a group are counted, are listed with their people, and raise the version in the row of the group', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'hello'))
      const socket = await connect(host(), cleo)
      dataOrThrow(await react(cleo, place, ID, '😮'))
      host().advance(1)
      dataOrThrow(await react(ann, place, ID, '👍'))
      host().advance(1)
      dataOrThrow(await react(ben, place, ID, '👍'))
      const Reactions = [
        { Emoji: '👍', Count: 2 },
        { Emoji: '😮', Count: 1 },
      ]
      const isLast = ({ Version }: { readonly Version: number }) => Version === 3
      expect(await socket.next('MessageReacted', isLast)).toMatchObject({ ...place, Reactions })
      expect((await groupPage(host(), ben, group)).at(-1)?.Changes).toEqual({
        ...{ Version: 3, Reactions, OwnReaction: '👍' },
      })
      expect(await groupRow(host(), ben, group)).toMatchObject({ ChangeVersion: 3 })
      const people = dataOrThrow<{ UserID: number; Emoji: string }[]>(
        await callAs(host(), ben, '/GetMessageReactions', { ...place, ChatID: ID }),
      )
      expect(people.map(({ UserID, Emoji }) => [UserID, Emoji])).toEqual([
        [cleo.userId, '😮'],
        [ann.userId, '👍'],
        [ben.userId, '👍'],
      ])
    })

    it('are erased with their message, deleted or expired', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      dataOrThrow(await react(ben, place, ID, '👍'))
      const socket = await connect(host(), ann)
      socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
      await socket.next('DeleteChat')
      expect((await pageOf(ben, conversation)).at(-1)).not.toHaveProperty('Changes')
      expect(await changes(ben, place)).toEqual({ Version: 1, Changes: [] })
      expect(await react(ben, place, ID, '👍')).toMatchObject({ Code: 7 })
      const who = await callAs(host(), ben, '/GetMessageReactions', { ...place, ChatID: ID })
      expect(who).toMatchObject({ Code: 7 })

      await callAs(host(), ann, '/UpdateChatSession', { ...place, ReadDelete: 1, AutoDeleteTime: 30 })
      const vanishing = dataOrThrow<{ ID: number }>(await sendText(host(), ann, conversation, 'soon gone'))
      dataOrThrow(await react(ben, place, vanishing.ID, '🙏'))
      dataOrThrow(await callAs(host(), ben, '/ReadAllChat', { ...place, ChatID: 0 }))
      host().advance(31_000)
      expect(await react(ben, place, vanishing.ID, '👍')).toMatchObject({ Code: 7 })
      await host().sweep()
      expect(await changes(ben, place)).toMatchObject({ Changes: [] })
    })

    it('are one emoji each, at most 20 different ones, at a message that people write', async () => {
      const { ben, place, ID } = await written()
      expect(dataOrThrow(await react(ben, place, ID, ''))).toMatchObject({ Version: 0, Reactions: [] })
      for (const wrong of ['a', '👍👍', ' 👍', '[e01]', '\u0000', 'x'.repeat(60), 7, null, undefined])
        expect(await react(ben, place, ID, wrong), String(wrong)).toMatchObject({ Code: 4 })
      for (const good of ['❤️', '👍🏽', '👨‍👩‍👧', '🇻🇳', '1️⃣'])
        expect(await react(ben, place, ID, good), good).toMatchObject({ Code: 0 })
      expect(await react(ben, place, ID + 1_000_000, '👍')).toMatchObject({ Code: 7 })
      const { ann, group } = await createGroup(host())
      const notice = (await groupPage(host(), ann, group)).find(({ MsgType }) => MsgType !== 'txt')
      expect(await react(ann, { GroupID: group }, notice?.ID ?? 0, '👍')).toMatchObject({ Code: 7 })
    })

    it('are for people who may write there: no strangers, former members or muted ones', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'hello'))
      const eve = await signUp(host())
      const place = { GroupID: group }
      expect(await react(eve, place, ID, '👍')).toMatchObject({ Code: 11 })
      expect(await react(eve, { ChatSessionID: group }, ID, '👍')).toMatchObject({ Code: 11 })
      dataOrThrow(await callAs(host(), ann, '/BanGroupUser', { ...place, UserID: ben.userId, Status: 0 }))
      expect(await react(ben, place, ID, '👍')).toMatchObject({ Code: 6 })
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      expect(await react(cleo, place, ID, '👍')).toMatchObject({ Code: 11 })
      expect(await react(cleo, place, ID, '')).toMatchObject({ Code: 11 })
      expect(await callAs(host(), cleo, '/GetMessageChanges', { ...place, Version: 0 })).toMatchObject({
        Code: 11,
      })
    })

    it('can be removed by people who may not write any more', async () => {
      const { ann, ben, group } = await createGroup(host())
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'hello'))
      const place = { GroupID: group }
      dataOrThrow(await react(ben, place, ID, '👍'))
      dataOrThrow(await callAs(host(), ann, '/BanGroupUser', { ...place, UserID: ben.userId, Status: 0 }))
      expect(await react(ben, place, ID, '🙏')).toMatchObject({ Code: 6 })
      expect(dataOrThrow(await react(ben, place, ID, ''))).toMatchObject({ Version: 2, Reactions: [] })

      const direct = await written()
      dataOrThrow(await react(direct.ben, direct.place, direct.ID, '👍'))
      dataOrThrow(await callAs(host(), direct.ann, '/AddBlackList', { UserID: direct.ben.userId }))
      expect(await react(direct.ben, direct.place, direct.ID, '🙏')).toMatchObject({ Code: 3 })
      expect(dataOrThrow(await react(direct.ben, direct.place, direct.ID, ''))).toMatchObject({
        Reactions: [],
      })
    })

    it('of former members stay, without their picture, unless their messages are deleted', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      for (const { userId, token } of [ben, cleo]) {
        const fields = { UID: String(userId), Token: token, DeviceType: 'web' }
        dataOrThrow(await host().upload('/UploadHeadImg', fields, { name: 'me.png', bytes: png }))
      }
      const ids: number[] = []
      for (const text of ['one', 'two']) {
        const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, text))
        for (const person of [ben, cleo]) dataOrThrow(await react(person, place, ID, '👍'))
        ids.push(ID)
      }
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      const [ChatID] = ids
      expect(
        dataOrThrow(await callAs(host(), ann, '/GetMessageReactions', { ...place, ChatID })),
      ).toMatchObject([
        { UserID: ben.userId, UserHeadImg: expect.stringContaining('.png') },
        { UserID: cleo.userId, UserHeadImg: '', Emoji: '👍' },
      ])
      const kick = { ...place, UserID: ben.userId, DeleteAllChat: 1 }
      const socket = await connect(host(), ann)
      dataOrThrow(await callAs(host(), ann, '/KickOutGroup', kick))
      const isDeletion = ({ Type }: { readonly Type: string }) => Type === 'DeleteUserAllChat'
      expect(await socket.next('GroupEvent', isDeletion)).toMatchObject({ UserID: ben.userId })
      const Reactions = [{ Emoji: '👍', Count: 1 }]
      expect(await changes(ann, place, 4)).toMatchObject({
        ...{ Version: 6, Changes: ids.map((id) => ({ ChatID: id, Reactions })) },
      })
      expect(await groupRow(host(), ann, group)).toMatchObject({ ChangeVersion: 6 })
      // A repetition changes nothing.
      dataOrThrow(await callAs(host(), ann, '/KickOutGroup', kick))
      expect(await changes(ann, place, 6)).toEqual({ Version: 6, Changes: [] })
    })

    it('of messages from before a member joined stay invisible to that member', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'before'))
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      dataOrThrow(await react(ben, place, ID, '👍'))
      dataOrThrow(
        await callAs(host(), ann, '/CheckGroupManualVerified', { ...place, UserIDs: `${cleo.userId}` }),
      )
      expect(await changes(cleo, place)).toEqual({ Version: 1, Changes: [] })
      expect(await react(cleo, place, ID, '👍')).toMatchObject({ Code: 7 })
      const [older, newer] = [await connect(host(), ben), await connect(host(), cleo)]
      dataOrThrow(await react(ben, place, ID, '🙏'))
      expect(await older.next('MessageReacted')).toMatchObject({ ChatID: ID, Emoji: '🙏' })
      await settle(newer, cleo)
      expect(newer.frames.filter(({ Cmd }) => Cmd === 'MessageReacted')).toEqual([])
    })
  })
}
