import { beforeEach, describe, expect, it } from 'vitest'
import type { ContractHost, ContractSocket } from '../contract-host.ts'
import { createGroup, sayInGroup } from '../group-people.ts'
import {
  befriend,
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  newClientId,
  type Person,
  sendText,
  settle,
  signUp,
} from '../people.ts'

interface Device {
  readonly name: string
  readonly person: Person
  readonly socket: ContractSocket
  seen: number
}
type ReceivedFrames = Readonly<Record<string, readonly string[]>>

/** Each frame reaches the devices it concerns, and no other. */
export function describeFrameAudience(host: () => ContractHost): void {
  let people: Readonly<Record<'ann' | 'ben' | 'cleo' | 'dan', Person>>
  let group: number
  let direct: number
  let devices: Device[]

  const device = async (name: string, person: Person): Promise<Device> => {
    const socket = await connect(host(), person)
    return { name, person, socket, seen: 0 }
  }

  // Presence is sent in its own queue and tested separately.
  const aside: ReadonlySet<string> = new Set(['HeartBeat', 'Online', 'Offline'])

  /** The frames of every device since the last call, in order, without devices that received none. */
  const receivedFrames = async (): Promise<ReceivedFrames> => {
    const found: Record<string, readonly string[]> = {}
    for (const one of devices) {
      await settle(one.socket, one.person)
      const fresh = one.socket.frames.slice(one.seen).filter(({ Cmd }) => !aside.has(Cmd))
      one.seen = one.socket.frames.length
      if (fresh.length > 0) found[one.name] = fresh.map(({ Cmd }) => Cmd)
    }
    return found
  }
  const socketOf = (name: string): ContractSocket => {
    const found = devices.find((one) => one.name === name)
    if (!found) throw new Error(`No device ${name}`)
    return found.socket
  }
  const as = async (person: Person, path: string, fields: object = {}) => {
    dataOrThrow(await callAs(host(), person, path, fields))
  }
  const inGroup = (path: string, fields: object = {}) => as(people.ann, path, { GroupID: group, ...fields })

  // Ann owns a private group, Ben manages it, Cleo is a member; Dan is Ann's friend and no member. Ann and Dan have two
  // devices.
  beforeEach(async () => {
    const { ann, ben, cleo, group: id } = await createGroup(host(), { JoinType: '1' })
    const dan = await signUp(host())
    people = { ann, ben, cleo, dan }
    group = id
    direct = await befriendInConversation(host(), ann, dan)
    await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: ben.userId, Role: 9 })
    devices = []
    for (const [name, person] of [
      ['ann', ann],
      ['ann2', ann],
      ['ben', ben],
      ['cleo', cleo],
      ['dan', dan],
      ['dan2', dan],
    ] as const)
      devices.push(await device(name, person))
    await receivedFrames()
  })

  describe('a frame reaches only the people it concerns', () => {
    it('about a one-to-one conversation: message, read receipt, deletion, timer notice [SOCK-37 SOCK-39 SOCK-43 SOCK-44 SOCK-52]', async () => {
      const { ann, dan } = people
      const sent = { Cmd: 'Chat', UserID: ann.userId, ChatSessionID: direct, Message: 'hi', MsgType: 'txt' }
      socketOf('ann').send({ ...sent, TimeStamp: 1, ID: 1, ClientMsgId: newClientId() })
      const response = await socketOf('ann').next('ChatResponse')
      expect(await receivedFrames()).toEqual({
        ann: ['ChatResponse'],
        ann2: ['Chat'],
        dan: ['Chat'],
        dan2: ['Chat'],
      })
      await as(dan, '/ReadChat', { ChatSessionID: direct, ChatID: response.ChatID })
      const framesOf = (own: string, other: string) => ({
        ann: [other],
        ann2: [other],
        dan: [own],
        dan2: [own],
      })
      expect(await receivedFrames()).toEqual(framesOf('ReadChatSelf', 'ReadChat'))
      const deletion = { Cmd: 'DeleteChat', ChatID: response.ChatID, ChatSessionID: direct }
      socketOf('ann').send({ ...deletion, UserID: ann.userId })
      await socketOf('dan').next('DeleteChat')
      expect(await receivedFrames()).toEqual(framesOf('DeleteChat', 'DeleteChat'))
      await as(ann, '/UpdateChatSession', { ChatSessionID: direct, ReadDelete: 1, AutoDeleteTime: 30 })
      expect(await receivedFrames()).toEqual(framesOf('Chat', 'Chat'))
    })

    it('about a group: message, read receipt, deletion [SOCK-38 SOCK-45 SOCK-53]', async () => {
      const { ann, ben, cleo } = people
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'hello'))
      const everybody = (Cmd: string) => ({ ann: [Cmd], ann2: [Cmd], ben: [Cmd], cleo: [Cmd] })
      expect(await receivedFrames()).toEqual(everybody('GroupChat'))
      await as(cleo, '/ReadAllGroupChat', { GroupID: group, GroupChatId: 0 })
      // Her devices, and the authors of the messages she read: the first notice is Ann's (DEC-129).
      expect(await receivedFrames()).toEqual(everybody('ReadGroupChat'))
      const second = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'again'))
      await receivedFrames()
      await as(cleo, '/ReadChat', { GroupID: group, ChatID: second.ID })
      expect(await receivedFrames()).toEqual({ ben: ['ReadGroupChat'], cleo: ['ReadGroupChat'] })
      const deletion = { Cmd: 'DeleteGroupChat', GroupChatID: ID, GroupID: group, UserID: ann.userId }
      socketOf('ann').send(deletion)
      await socketOf('cleo').next('DeleteGroupChat')
      expect(await receivedFrames()).toEqual(everybody('DeleteGroupChat'))
    })

    it('about muting and names in the group: to all members, if something changes [GROUP-38 SOCK-48 SOCK-71]', async () => {
      const { cleo } = people
      await inGroup('/BanGroupUser', { UserID: cleo.userId, Status: 0 })
      const mute = ['GroupUserMute']
      expect(await receivedFrames()).toEqual({ ann: mute, ann2: mute, ben: mute, cleo: mute })
      const eve = await signUp(host())
      await befriend(host(), people.ann, eve)
      await inGroup('/CheckGroupManualVerified', { UserIDs: String(eve.userId) })
      devices.push(await device('eve', eve))
      await receivedFrames()
      await inGroup('/BanGroupUser', { UserID: cleo.userId, Status: 1 })
      expect(await receivedFrames()).toEqual({ ann: mute, ann2: mute, ben: mute, cleo: mute, eve: mute })
      const changed = ['GroupEvent']
      for (const received of [
        { ann: changed, ann2: changed, ben: changed, cleo: changed, eve: changed },
        {},
      ]) {
        await as(cleo, '/GroupUserSetName', { GroupID: group, MemberName: 'Captain' })
        expect(await receivedFrames()).toEqual(received)
      }
      await inGroup('/UpdateGroupAllBan', { AllBan: 1 })
      const both = ['GroupEvent', 'GroupChat']
      expect(await receivedFrames()).toEqual({ ann: both, ann2: both, ben: both, cleo: both, eve: both })
    })

    it('about an application to join and its acceptance [SOCK-47 SOCK-55 SOCK-74]', async () => {
      const { ann, dan } = people
      await as(dan, '/ApplyJoinGroup', { GroupID: group, Remark: 'Please' })
      const asked = ['GroupJoinApply']
      expect(await receivedFrames()).toEqual({ ann: asked, ann2: asked, ben: asked })
      const list = await callAs(host(), ann, '/GetGroupJoinApplications', { GroupId: group })
      const [application] = dataOrThrow<{ ID: number }[]>(list)
      await inGroup('/ProcessGroupJoinApplication', { ApplicationID: application?.ID, Status: '1' })
      const came = ['GroupEvent', 'GroupChat']
      const managed = [...came, 'GroupJoinApply']
      expect(await receivedFrames()).toEqual({
        ...{ ann: managed, ann2: managed, ben: managed },
        ...{ cleo: came, dan: came, dan2: came },
      })
    })

    it('about removal, leaving and disbanding [SOCK-47 SOCK-73]', async () => {
      const { cleo, ben } = people
      await sayInGroup(host(), cleo, group, 'of Cleo')
      await receivedFrames()
      await inGroup('/KickOutGroup', { UserID: cleo.userId, DeleteAllChat: 1 })
      const gone = ['GroupEvent', 'GroupEvent', 'GroupChat']
      expect(await receivedFrames()).toEqual({ ann: gone, ann2: gone, ben: gone, cleo: ['GroupEvent'] })
      await as(ben, '/QuitGroup', { GroupID: group })
      const left = ['GroupEvent', 'GroupChat']
      expect(await receivedFrames()).toEqual({ ann: left, ann2: left, ben: ['GroupEvent'] })
      await inGroup('/DeleteGroup')
      expect(await receivedFrames()).toEqual({ ann: ['GroupEvent'], ann2: ['GroupEvent'] })
    })

    it('about friends: application, acceptance, online and offline [SOCK-46 SOCK-50 SOCK-51]', async () => {
      const { cleo, dan } = people
      await as(cleo, '/ApplyFriend', { UserID: dan.userId, Remark: 'Hi', Source: 'Search' })
      expect(await receivedFrames()).toEqual({
        ...{ cleo: ['ContactsChanged'], dan: ['FriendApply'], dan2: ['FriendApply'] },
      })
      const [open] = dataOrThrow<{ ID: number }[]>(await callAs(host(), dan, '/GetFriendApplications'))
      await as(dan, '/AcceptFriendApply', { ID: open?.ID })
      const found = ['NewChatSession']
      expect(await receivedFrames()).toEqual({ cleo: found, dan: found, dan2: found })
      const ofCleo = ({ FriendID }: { readonly FriendID: number }) => FriendID === cleo.userId
      for (const name of ['dan', 'dan2']) await socketOf(name).next('Online', ofCleo)
      socketOf('cleo').close()
      devices = devices.filter(({ name }) => name !== 'cleo')
      // Ann has been her friend from the beginning, Ben never was.
      for (const name of ['ann', 'ann2', 'dan', 'dan2']) await socketOf(name).next('Offline', ofCleo)
      await settle(socketOf('ben'), people.ben)
      const framesAboutCleo = socketOf('ben').frames.filter(
        (frame) => (frame.Cmd === 'Online' || frame.Cmd === 'Offline') && ofCleo(frame),
      )
      expect(framesAboutCleo).toEqual([])
      socketOf('dan2').close()
      devices = devices.filter(({ name }) => name !== 'dan2')
      await sendText(host(), dan, direct, 'still here')
      expect(await receivedFrames()).toEqual({ ann: ['Chat'], ann2: ['Chat'], dan: ['Chat'] })
    })

    it('does not reach a former member who has unsubscribed [SOCK-28 SOCK-33] (DEC-124)', async () => {
      const { ann, cleo } = people
      await as(cleo, '/QuitGroup', { GroupID: group })
      socketOf('cleo').send({ Cmd: 'UnSubscribe', UID: cleo.userId, GroupID: group })
      await receivedFrames()
      await sayInGroup(host(), ann, group, 'without her')
      expect(Object.keys(await receivedFrames())).toEqual(['ann', 'ann2', 'ben'])
    })
  })
}
