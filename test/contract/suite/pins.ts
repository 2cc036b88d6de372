import { describe, expect, it } from 'vitest'
import { mostPins } from '#domain/message/pins.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup } from '../group-people.ts'
import {
  befriend,
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  sendText,
  settle,
  signUp,
} from '../people.ts'

interface Pins {
  readonly Version: number
  readonly Messages: readonly { readonly ChatID: number; readonly Message: string }[]
}

export function describePins(host: () => ContractHost): void {
  const pin = (person: Person, place: object, ChatID: number, IsPinned: unknown = true) =>
    callAs(host(), person, '/PinMessage', { ...place, ChatID, IsPinned })
  const pinsOf = async (person: Person, place: object) =>
    dataOrThrow<Pins>(await callAs(host(), person, '/GetPinnedMessages', place))
  const idsOf = async (person: Person, place: object) =>
    (await pinsOf(person, place)).Messages.map(({ ChatID }) => ChatID)
  const pageOf = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<WireMessage[]>(
      await callAs(host(), person, '/GetChatData', { ChatSessionID, Status: 2, UnReadMaxID: 0 }),
    )
  const say = async (person: Person, conversation: number, text: string) =>
    dataOrThrow<{ ID: number }>(await sendText(host(), person, conversation, text)).ID

  /** Ann has written to Ben. */
  async function written() {
    const { ann, ben, conversation } = await meet(host())
    const ID = await say(ann, conversation, 'hello')
    return { ann, ben, place: { ChatSessionID: conversation }, conversation, ID }
  }

  describe('pinned messages', () => {
    it('of two people reach every device, are listed with the last one first, and leave a notice', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      const long = await say(ben, conversation, 'x'.repeat(2_000))
      const sockets = [await connect(host(), ann), await connect(host(), ben), await connect(host(), ben)]
      expect(dataOrThrow(await pin(ben, place, ID))).toEqual({ IsPinned: true, PinVersion: 1 })
      for (const socket of sockets)
        expect(await socket.next('MessagePinned')).toMatchObject({
          ...{ ...place, ChatID: ID, IsPinned: true, PinVersion: 1 },
        })
      const isNotice = ({ chat }: { readonly chat: WireMessage }) => chat.MsgType === 'notice'
      const { chat } = (await sockets[0]?.next('Chat', isNotice)) ?? {}
      expect(chat).toMatchObject({ UserID: ben.userId, Message: expect.stringContaining('"pinned"') })
      // A repeated call changes nothing and sends nothing.
      expect(dataOrThrow(await pin(ann, place, ID))).toEqual({ IsPinned: true, PinVersion: 1 })
      dataOrThrow(await pin(ann, place, long))
      expect(await pinsOf(ann, place)).toMatchObject({
        Version: 2,
        Messages: [
          { ChatID: long, PinVersion: 2, UserID: ben.userId, MsgType: 'txt', Message: 'x'.repeat(500) },
          { ChatID: ID, PinVersion: 1, UserID: ann.userId, MsgType: 'txt', Message: 'hello' },
        ],
      })
      expect(dataOrThrow(await pin(ann, place, ID, false))).toEqual({ IsPinned: false, PinVersion: 3 })
      expect(dataOrThrow(await pin(ben, place, ID, false))).toEqual({ IsPinned: false, PinVersion: 3 })
      expect(await idsOf(ben, place)).toEqual([long])
      await settle(sockets[0] ?? (await connect(host(), ann)), ann)
      expect(sockets[0]?.frames.filter(({ Cmd }) => Cmd === 'MessagePinned')).toHaveLength(3)
      expect((await pageOf(ann, conversation)).filter(({ MsgType }) => MsgType === 'notice')).toHaveLength(2)
      const row = await callAs(host(), ben, '/GetChatSessionByID', place)
      expect(JSON.stringify(row)).toContain('"PinVersion":3')
    })

    it('of a group are set and removed by its owner and admins only, and all members see them', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'hello'))
      expect(await pin(ben, place, ID)).toMatchObject({ Code: 6 })
      expect(await idsOf(ben, place)).toEqual([])
      dataOrThrow(
        await callAs(host(), ann, '/ChangeGroupUserRole', { ...place, UserID: cleo.userId, Role: 9 }),
      )
      const socket = await connect(host(), ben)
      dataOrThrow(await pin(cleo, place, ID))
      expect(await socket.next('MessagePinned')).toMatchObject({ ...place, ChatID: ID, IsPinned: true })
      expect(await idsOf(ben, place)).toEqual([ID])
      expect(await groupRow(host(), ben, group)).toMatchObject({ PinVersion: 1 })
      expect(await pin(ben, place, ID, false)).toMatchObject({ Code: 6 })
      dataOrThrow(await pin(ann, place, ID, false))
      expect(await idsOf(ben, place)).toEqual([])
      const notice = (await groupPage(host(), ann, group)).find(({ MsgType }) => MsgType === 'notice')
      expect(await pin(ann, place, notice?.ID ?? 0)).toMatchObject({ Code: 7 })
    })

    it('end with their message, deleted or expired', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      dataOrThrow(await pin(ben, place, ID))
      const socket = await connect(host(), ann)
      socket.send({ Cmd: 'DeleteChat', ChatID: ID, UserID: ann.userId, ChatSessionID: conversation })
      await socket.next('DeleteChat')
      expect(await pinsOf(ben, place)).toEqual({ Version: 1, Messages: [] })
      expect(await pin(ben, place, ID)).toMatchObject({ Code: 7 })
      expect(await pin(ben, place, ID, false)).toMatchObject({ Code: 7 })

      await callAs(host(), ann, '/UpdateChatSession', { ...place, ReadDelete: 1, AutoDeleteTime: 30 })
      const vanishing = await say(ann, conversation, 'soon gone')
      dataOrThrow(await pin(ben, place, vanishing))
      expect(await idsOf(ann, place)).toEqual([vanishing])
      dataOrThrow(await callAs(host(), ben, '/ReadAllChat', { ...place, ChatID: 0 }))
      host().advance(31_000)
      expect(await idsOf(ann, place)).toEqual([])
      await host().sweep()
      expect(await idsOf(ann, place)).toEqual([])
    })

    it('are at most 50 for the person who pins, without those from before their history', async () => {
      const { ann, ben, place, conversation, ID } = await written()
      let last = ID
      for (let count = 0; count < mostPins; count += 1) {
        last = await say(ann, conversation, `hello ${count}`)
        dataOrThrow(await pin(count % 2 ? ann : ben, place, last))
        host().advance(1_000)
      }
      expect(await pin(ben, place, ID)).toMatchObject({ Code: 6, Msg: expect.stringContaining('50') })
      expect(await idsOf(ann, place)).toHaveLength(mostPins)
      dataOrThrow(await pin(ann, place, last, false))
      expect(await pin(ben, place, ID)).toMatchObject({ Code: 0 })
      // Ann, who ended the friendship, can neither see nor remove its pins.
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId }))
      await befriend(host(), ann, ben)
      const next = await say(ann, conversation, 'hello again')
      expect(await pin(ben, place, next)).toMatchObject({ Code: 6 })
      expect(await pin(ann, place, next)).toMatchObject({ Code: 0 })
      expect(await idsOf(ann, place)).toEqual([next])
      const shown = await idsOf(ben, place)
      expect(shown).toHaveLength(mostPins)
      expect(shown[0]).toBe(next)
    })

    it('need a message of the conversation and a flag', async () => {
      const { ann, place, ID } = await written()
      for (const IsPinned of ['yes', 7, null, undefined]) {
        const answer = await callAs(host(), ann, '/PinMessage', { ...place, ChatID: ID, IsPinned })
        expect(answer, String(IsPinned)).toMatchObject({ Code: 4 })
      }
      expect(await pin(ann, place, ID + 1_000_000)).toMatchObject({ Code: 7 })
      expect(await pin(ann, {}, ID)).toMatchObject({ Code: 11 })
      expect(await callAs(host(), ann, '/GetPinnedMessages', {})).toMatchObject({ Code: 11 })
      const other = await written()
      expect(await pin(ann, place, other.ID)).toMatchObject({ Code: 7 })
    })

    it('are hidden from strangers, former members and people who joined after the message', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const place = { GroupID: group }
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ann, group, 'before'))
      const eve = await signUp(host())
      expect(await pin(eve, place, ID)).toMatchObject({ Code: 11 })
      expect(await callAs(host(), eve, '/GetPinnedMessages', place)).toMatchObject({ Code: 11 })
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', place))
      dataOrThrow(await pin(ann, place, ID))
      expect(await callAs(host(), cleo, '/GetPinnedMessages', place)).toMatchObject({ Code: 11 })
      dataOrThrow(
        await callAs(host(), ann, '/CheckGroupManualVerified', { ...place, UserIDs: `${cleo.userId}` }),
      )
      expect(await idsOf(cleo, place)).toEqual([])
      const [older, newer] = [await connect(host(), ben), await connect(host(), cleo)]
      dataOrThrow(await pin(ann, place, ID, false))
      expect(await older.next('MessagePinned')).toMatchObject({ ChatID: ID, IsPinned: false })
      await settle(newer, cleo)
      expect(newer.frames.filter(({ Cmd }) => Cmd === 'MessagePinned')).toEqual([])
    })

    it('are for people who may write: none of a person who was blocked', async () => {
      const { ann, ben, place, ID } = await written()
      dataOrThrow(await callAs(host(), ann, '/AddBlackList', { UserID: ben.userId }))
      expect(await pin(ben, place, ID)).toMatchObject({ Code: 3 })
    })
  })
}
