import { describe, expect, it } from 'vitest'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup, textsOf } from '../group-people.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  newClientId,
  type Person,
  refreshed,
  settle,
  signUp,
} from '../people.ts'

const day = 86_400_000

const chatFrame = (person: Person, GroupID: number, Message: string) => ({
  Cmd: 'GroupChat',
  UserID: person.userId,
  GroupID,
  Message,
  MsgType: 'txt',
  TimeStamp: 1,
  ID: 1,
  ClientMsgId: newClientId(),
})

export function describeGroupMessages(host: () => ContractHost): void {
  const sent = async (person: Person, group: number, text: string) =>
    dataOrThrow<{ ID: number }>(await sayInGroup(host(), person, group, text)).ID

  const remove = async (socket: ContractSocket, person: Person, GroupID: number, GroupChatID: number) => {
    socket.send({ Cmd: 'DeleteGroupChat', UserID: person.userId, GroupID, GroupChatID })
    await settle(socket, person)
  }

  describe('messages of a group', () => {
    it('reach every member by socket, are acknowledged to the sender, and mention members only [SOCK-38 SOCK-40 MSG-05 MSG-38]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const [annSocket, benSocket] = [await connect(host(), ann), await connect(host(), ben)]
      const frame = chatFrame(ann, group, 'hello all')
      annSocket.send({ ...frame, AtIDs: `${ben.userId}|999999999||x` })
      const { ClientMsgId } = frame
      const answer = await annSocket.next('GroupChatResponse')
      expect(answer).toMatchObject({ Code: 0, GroupID: group, ClientMsgId, IsDuplicated: false })
      const received = await benSocket.next('GroupChat')
      const told = { GroupID: group, UserID: ann.userId, UserRole: 10, AtIDs: String(ben.userId) }
      expect(received).toMatchObject({
        GroupID: group,
        GroupName: 'Sunday walks',
        GroupImg: '',
        GroupInfo: '',
      })
      expect(received.groupchat).toMatchObject({ ...told, ID: answer.GroupChatID, Message: 'hello all' })
      expect((await groupPage(host(), cleo, group)).at(-1)).toEqual(received.groupchat)
      await settle(annSocket, ann)
      expect(annSocket.frames.filter(({ Cmd }) => Cmd === 'GroupChat')).toEqual([])
      annSocket.send(frame)
      expect(await annSocket.next('GroupChatResponse')).toMatchObject({
        Code: 0,
        IsDuplicated: true,
        GroupChatID: answer.GroupChatID,
      })
    })

    it('are paged in both directions and for many groups at once, for members only [MSG-52 MSG-54 SESS-28]', async () => {
      const { ann, ben, group } = await createGroup(host())
      const ids: number[] = []
      for (let index = 0; index < 55; index += 1) ids.push(await sent(ann, group, `text ${index}`))
      const page = await groupPage(host(), ben, group)
      expect(page.map(({ ID }) => ID)).toEqual(ids.slice(5))
      const older = await groupPage(host(), ben, group, { UnReadMaxID: ids[5] })
      expect(older.map(({ ID }) => ID).slice(1)).toEqual(ids.slice(0, 5))
      expect(older[0]).toMatchObject({ MsgType: 'GroupJoin', SeqID: 1 })
      const newer = await groupPage(host(), ben, group, { Status: 1, FromID: ids[52] })
      expect(newer.map(({ ID }) => ID)).toEqual(ids.slice(53))
      const SessionInfos = [{ SessionType: '2', ID: group, FromID: ids[53] }]
      const many = await callAs(host(), ben, '/GetAllSessionData', { SessionInfos })
      expect(many).toMatchObject({ Data: [{ SessionType: '2', ID: group, Chats: [{ ID: ids[54] }] }] })
      const stranger = await signUp(host())
      const foreign = await callAs(host(), stranger, '/GetGroupChatData', { GroupID: group, Status: 2 })
      expect(foreign).toMatchObject({ Code: 11, Data: null })
      expect(await callAs(host(), stranger, '/GetGroupChatData', { GroupID: 99_999_999, Status: 2 })).toEqual(
        foreign,
      )
      expect(await sayInGroup(host(), stranger, group, 'let me in')).toMatchObject({ Code: 3 })
    })

    it('are listed with the group, its unread count and mentions [MSG-06 SESS-23 SESS-26 SESS-29]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const row = { ID: group, GroupName: 'Sunday walks', GroupType: 0, UserID: ann.userId, UserCount: 3 }
      expect(await groupRow(host(), ben, group)).toMatchObject({ ...row, UnReadCount: 0, IsNewSession: 1 })
      const id = await sent(cleo, group, 'anyone there?')
      await sayInGroup(host(), cleo, group, '@Ann', { AtIDs: String(ann.userId) })
      const listed = await groupRow(host(), ben, group)
      expect(listed).toMatchObject({ ...row, UnReadCount: 2, LastMsg: '@Ann', LastMsgUserID: cleo.userId })
      expect(listed?.GotAt).toBeNull()
      expect((await groupRow(host(), ann, group))?.GotAt).toBe(host().now())
      expect(await callAs(host(), ben, '/GetChatSessionByID', { GroupID: group })).toMatchObject({
        Data: listed,
      })
      await callAs(host(), ben, '/ReadChat', { GroupID: group, ChatID: id })
      expect(await groupRow(host(), ben, group)).toMatchObject({ UnReadCount: 1, SelfReadChatID: id })
    })

    it('are marked read on the reader’s devices and for their senders [SOCK-45 SESS-34 SESS-36]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const id = await sent(ann, group, 'read me')
      const sockets = [await connect(host(), ann), await connect(host(), ben), await connect(host(), cleo)]
      const [annSocket, benSocket, cleoSocket] = sockets
      const told = { GroupID: group, MaxReadID: id, UserID: ben.userId }
      const all = { GroupID: group, GroupChatId: 0 }
      expect(await callAs(host(), ben, '/ReadAllGroupChat', all)).toMatchObject({ Data: { MaxReadID: id } })
      expect(await annSocket?.next('ReadGroupChat')).toMatchObject(told)
      expect(await benSocket?.next('ReadGroupChat')).toMatchObject(told)
      if (cleoSocket) await settle(cleoSocket, cleo)
      expect(cleoSocket?.frames.filter(({ Cmd }) => Cmd === 'ReadGroupChat')).toEqual([])
      expect((await groupPage(host(), ann, group)).at(-1)).toMatchObject({ IsRead: 1 })
      expect(await groupRow(host(), ann, group)).toMatchObject({ ReadGroupChatID: id })
    })

    it('are not readable by members who join later [SESS-23]', async () => {
      const { ann, cleo, group } = await createGroup(host())
      await sent(ann, group, 'nobody reads me')
      await callAs(host(), cleo, '/QuitGroup', { GroupID: group })
      await callAs(host(), ann, '/CheckGroupManualVerified', { GroupID: group, UserIDs: `${cleo.userId}` })
      expect(await groupRow(host(), ann, group)).toMatchObject({ ReadGroupChatID: 0 })
    })

    it('cannot be quoted by members who joined later [SESS-23]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const QuoteGroupChatID = await sent(ann, group, 'before')
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', { GroupID: group }))
      const people = { GroupID: group, UserIDs: `${cleo.userId}` }
      dataOrThrow(await callAs(host(), ann, '/CheckGroupManualVerified', people))
      for (const person of [cleo, ben]) {
        const fields = { GroupID: group, ClientMsgId: newClientId(), MsgType: 'txt', TimeStamp: 1 }
        const quoting = { ...fields, QuoteGroupChatID, Message: 'this' }
        dataOrThrow(await callAs(host(), person, '/SendGroupChat', quoting))
      }
      const [ofCleo, ofBen] = (await groupPage(host(), ann, group)).slice(-2)
      expect(ofCleo).toMatchObject({ QuoteGroupChatID: null, Quote: null })
      expect(ofBen).toMatchObject({ QuoteGroupChatID, Quote: { Message: 'before' } })
    })

    it('that are deleted are listed for members who joined later only if they can read a quote [MSG-56]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const [quoted, other] = [await sent(ann, group, 'before'), await sent(ann, group, 'before too')]
      dataOrThrow(await callAs(host(), cleo, '/QuitGroup', { GroupID: group }))
      const people = { GroupID: group, UserIDs: `${cleo.userId}` }
      dataOrThrow(await callAs(host(), ann, '/CheckGroupManualVerified', people))
      const quoting = { GroupID: group, ClientMsgId: newClientId(), MsgType: 'txt', TimeStamp: 1 }
      const QuoteGroupChatID = quoted
      dataOrThrow(
        await callAs(host(), ben, '/SendGroupChat', { ...quoting, QuoteGroupChatID, Message: 'this' }),
      )
      const socket = await connect(host(), ann)
      await remove(socket, ann, group, quoted)
      await remove(socket, ann, group, other)
      const deletedFor = async (person: Person) =>
        dataOrThrow<number[]>(
          await callAs(host(), person, '/GetDeleteGroupChat', { GroupID: group, UpdateTime: 0 }),
        )
      expect(await deletedFor(ben)).toEqual([quoted, other])
      expect(await deletedFor(cleo)).toEqual([quoted])
      expect(await groupRow(host(), cleo, group)).toMatchObject({ LastDeleteTimeStamp: host().now() })
    })

    it('are deleted for everyone by a manager, or by the sender within half an hour [MSG-43 MSG-44 MSG-47 MSG-56 SOCK-35 SOCK-53]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 })
      const [annSocket, benSocket, cleoSocket] = [
        await connect(host(), ann),
        await connect(host(), ben),
        await connect(host(), cleo),
      ]
      const [ofAnn, early, late] = [
        await sent(ann, group, 'of Ann'),
        await sent(cleo, group, 'early'),
        await sent(cleo, group, 'late'),
      ]
      await remove(benSocket, ben, group, ofAnn)
      await remove(cleoSocket, cleo, group, ofAnn)
      await remove(cleoSocket, cleo, group, early)
      host().advance(1_800_001)
      const reader = await refreshed(host(), cleo)
      await remove(cleoSocket, cleo, group, late)
      expect(textsOf(await groupPage(host(), reader, group))).toEqual(['of Ann', null, 'late'])
      await remove(benSocket, ben, group, late)
      await remove(annSocket, ann, group, ofAnn)
      expect(textsOf(await groupPage(host(), reader, group))).toEqual([null, null, null])
      expect(await annSocket.next('DeleteGroupChat')).toMatchObject({ GroupID: group, GroupChatID: early })
      const deleted = await callAs(host(), reader, '/GetDeleteGroupChat', { GroupID: group, UpdateTime: 0 })
      expect(dataOrThrow<number[]>(deleted)).toEqual([ofAnn, early, late])
    })

    it('cannot be deleted after seven days [MSG-41]', async () => {
      const { ann, group } = await createGroup(host())
      const id = await sent(ann, group, 'old')
      host().advance(8 * day)
      const again = await connect(host(), await refreshed(host(), ann))
      await remove(again, ann, group, id)
      expect(again.frames.filter(({ Cmd }) => Cmd === 'DeleteGroupChat')).toEqual([])
    })

    it('notify a member’s other devices of pinning and muting [SESS-31 SESS-32] (DEC-111)', async () => {
      const { ann, ben, group } = await createGroup(host())
      const [ofBen, ofAnn] = [await connect(host(), ben), await connect(host(), ann)]
      await callAs(host(), ben, '/UpdateSessionTop', { GroupID: group, IsTop: 1 })
      expect(await ofBen.next('GroupEvent')).toMatchObject({ GroupID: group, Type: 'Join' })
      await settle(ofAnn, ann)
      expect(ofAnn.frames.filter(({ Cmd }) => Cmd === 'GroupEvent')).toEqual([])
    })

    it('are pinned and muted for one member only, like one-to-one conversations [SESS-31 SESS-32]', async () => {
      const { ann, ben, group } = await createGroup(host())
      const pin = await callAs(host(), ben, '/UpdateSessionTop', { GroupID: group, IsTop: 1 })
      const mute = await callAs(host(), ben, '/UpdateSessionDoNotDisturb', {
        GroupID: group,
        IsNotDisturb: 1,
      })
      expect([pin, mute]).toMatchObject([
        { Code: 0, Msg: 'Pinned.' },
        { Code: 0, Msg: 'Muted.' },
      ])
      expect(await groupRow(host(), ben, group)).toMatchObject({ IsTop: 1, IsNotDisturb: 1 })
      expect(await groupRow(host(), ann, group)).toMatchObject({ IsTop: 0, IsNotDisturb: 0 })
      const foreign = { ChatSessionID: group, IsTop: 1 }
      expect(await callAs(host(), ben, '/UpdateSessionTop', foreign)).toMatchObject({ Code: 11 })
    })
  })
}
