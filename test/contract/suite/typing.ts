import { describe, expect, it } from 'vitest'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import { createGroup } from '../group-people.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  settle,
  signUp,
  telCode,
  toPerson,
} from '../people.ts'

export function describeTyping(host: () => ContractHost): void {
  const type = (socket: ContractSocket, place: object, State: unknown = 'typing') =>
    socket.send({ Cmd: 'Typing', ...place, State })
  /** What a device was told since the start, once all frames of the sender have arrived. */
  const heardBy = async (socket: ContractSocket, person: Person) => {
    await settle(socket, person)
    return socket.received.filter(
      (frame): frame is { Cmd: 'Typing'; State: string } =>
        typeof frame === 'object' && frame !== null && 'Cmd' in frame && frame.Cmd === 'Typing',
    )
  }
  const show = async (person: Person, IsTypingShown: 0 | 1) =>
    dataOrThrow(await callAs(host(), person, '/UpdateTypingSetting', { IsTypingShown }))

  /** Two friends with a device each. */
  const pair = async () => {
    const { ann, ben, conversation } = await meet(host())
    const [fromAnn, fromBen] = [await connect(host(), ann), await connect(host(), ben)]
    return { ann, ben, fromAnn, fromBen, place: { ChatSessionID: conversation } }
  }

  describe('typing and recording', () => {
    it('are shown to the other person of a conversation, not on the own devices', async () => {
      const { ann, ben, fromAnn, fromBen, place } = await pair()
      const second = await connect(host(), ann)
      for (const state of ['typing', 'recording', 'none']) type(fromAnn, place, state)
      await settle(fromAnn, ann)
      const common = { Cmd: 'Typing', ...place, UserID: ann.userId, UserName: expect.any(String) }
      expect(await heardBy(fromBen, ben)).toEqual([
        { ...common, State: 'typing' },
        { ...common, State: 'recording' },
        { ...common, State: 'none' },
      ])
      expect(await heardBy(second, ann)).toEqual([])
      expect(await heardBy(fromAnn, ann)).toEqual([])
    })

    it('are shown to the members of a group with the name there, and not to outsiders or by banned members', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const dan = await signUp(host())
      const sockets = [await connect(host(), ben), await connect(host(), cleo), await connect(host(), dan)]
      const [fromBen, fromCleo, fromDan] = sockets
      if (!fromBen || !fromCleo || !fromDan) throw new Error('three devices')
      await callAs(host(), ben, '/GroupUserSetName', { GroupID: group, MemberName: 'Captain' })
      type(fromBen, { GroupID: group })
      type(fromDan, { GroupID: group })
      await settle(fromBen, ben)
      await settle(fromDan, dan)
      const heard = await heardBy(fromCleo, cleo)
      expect(heard).toEqual([
        { Cmd: 'Typing', GroupID: group, UserID: ben.userId, UserName: 'Captain', State: 'typing' },
      ])
      expect(await heardBy(fromDan, dan)).toEqual([])
      dataOrThrow(
        await callAs(host(), ann, '/BanGroupUser', { GroupID: group, UserID: ben.userId, Status: 0 }),
      )
      type(fromBen, { GroupID: group })
      await settle(fromBen, ben)
      expect(await heardBy(fromCleo, cleo)).toHaveLength(1)
    })

    it('pass neither way between people of whom one has blocked the other, alone or in a group', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const { ID } = dataOrThrow<{ ID: number }>(
        await callAs(host(), ann, '/CreateChatSession', { UserID: ben.userId }),
      )
      dataOrThrow(await callAs(host(), ben, '/AddBlackList', { UserID: ann.userId }))
      const [fromAnn, fromBen] = [await connect(host(), ann), await connect(host(), ben)]
      const fromCleo = await connect(host(), cleo)
      for (const place of [{ ChatSessionID: ID }, { GroupID: group }]) {
        type(fromAnn, place)
        type(fromBen, place)
      }
      await settle(fromAnn, ann)
      await settle(fromBen, ben)
      expect(await heardBy(fromAnn, ann)).toEqual([])
      expect(await heardBy(fromBen, ben)).toEqual([])
      expect(await heardBy(fromCleo, cleo)).toHaveLength(2)
    })

    it('are neither sent by nor shown to a person who has turned them off', async () => {
      const { ann, ben, fromAnn, fromBen, place } = await pair()
      const setting = async () => dataOrThrow(await callAs(host(), ben, '/GetTypingSetting'))
      expect(await setting()).toEqual({ IsTypingShown: 1 })
      await show(ben, 0)
      expect(await setting()).toEqual({ IsTypingShown: 0 })
      type(fromAnn, place)
      type(fromBen, place)
      await settle(fromAnn, ann)
      await settle(fromBen, ben)
      expect(await heardBy(fromAnn, ann)).toEqual([])
      expect(await heardBy(fromBen, ben)).toEqual([])
      await show(ben, 1)
      type(fromBen, place)
      await settle(fromBen, ben)
      expect(await heardBy(fromAnn, ann)).toHaveLength(1)
    })

    it('have a setting whose change is announced to the other devices of the account only', async () => {
      const { ann, fromAnn, fromBen } = await pair()
      dataOrThrow(await callAs(host(), ann, '/UpdatePassword', { Password: 'secret' }))
      const credentials = { Phone: ann.phone, TelCode: telCode, Password: 'secret' }
      const again = toPerson(ann.phone, await host().call('/PhoneLogin', credentials))
      const other = await connect(host(), again)
      await show(ann, 0)
      expect(await other.next('ProfileChanged')).toEqual({ Cmd: 'ProfileChanged' })
      expect(dataOrThrow(await callAs(host(), again, '/GetTypingSetting'))).toEqual({ IsTypingShown: 0 })
      for (const socket of [fromAnn, fromBen])
        expect(socket.frames.map(({ Cmd }) => Cmd)).not.toContain('ProfileChanged')
    })

    it('are bounded by a rate, and frames with wrong fields have no effect', async () => {
      const { ann, ben, fromAnn, fromBen, place } = await pair()
      for (const wrong of [
        {},
        { ChatSessionID: 0 },
        { ChatSessionID: '1' },
        { ChatSessionID: place.ChatSessionID + 1_000_000 },
        { GroupID: place.ChatSessionID },
        { ...place, GroupID: 1 },
      ])
        type(fromAnn, wrong)
      for (const wrong of ['dancing', 1, null]) type(fromAnn, place, wrong)
      await settle(fromAnn, ann)
      expect(await heardBy(fromBen, ben)).toEqual([])
      host().advance(60_000)
      for (let count = 0; count < 50; count += 1) type(fromAnn, place)
      await settle(fromAnn, ann)
      expect(await heardBy(fromBen, ben)).toHaveLength(10)
      host().advance(2_000)
      type(fromAnn, place)
      type(fromAnn, place)
      await settle(fromAnn, ann)
      expect(await heardBy(fromBen, ben)).toHaveLength(11)
      for (const IsTypingShown of [2, '1', true, null, undefined])
        expect(await callAs(host(), ann, '/UpdateTypingSetting', { IsTypingShown })).toMatchObject({
          Code: 4,
        })
    })
  })
}
