import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  loginFrame,
  meet,
  newClientId,
  sendText,
  settle,
  signUp,
} from '../people.ts'

const minute = 60_000

export function describeSockets(host: () => ContractHost): void {
  const chatFrame = (UserID: number, ChatSessionID: number, Message: string, changes: object = {}) => ({
    Cmd: 'Chat',
    UserID,
    ChatSessionID,
    Message,
    MsgType: 'txt',
    TimeStamp: 1,
    ID: 1,
    ClientMsgId: newClientId(),
    ...changes,
  })

  describe('sockets', () => {
    it('open with a greeting that has the server’s time [ENDP-10]', async () => {
      const socket = host().openSocket()
      expect(await socket.next('Connected')).toMatchObject({ Time: host().now() })
      expect(socket.frames).toHaveLength(1)
    })

    it('answer a login with Code and UID, a heartbeat with the time, and a logout before closing [SOCK-32 SOCK-41 SOCK-42]', async () => {
      const person = await signUp(host())
      const socket = await connect(host(), person)
      expect(socket.frames[1]).toMatchObject({
        Cmd: 'Login',
        Code: 0,
        UID: person.userId,
        Time: host().now(),
      })
      host().advance(1234)
      socket.send({ Cmd: 'HeartBeat', UID: person.userId })
      expect(await socket.next('HeartBeat')).toMatchObject({ Time: host().now() })
      socket.send({ Cmd: 'Logout', UID: person.userId })
      expect(await socket.next('Logout')).toMatchObject({ Code: 0, UID: person.userId })
      expect(await socket.closed).toBe(1000)
      // It ends this connection only; the token stays valid.
      expect(await callAs(host(), person, '/GetUserInfo')).toMatchObject({ Code: 0 })
    })

    it('reject a login with a wrong, foreign or expired token, in the requested language', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const socket = host().openSocket()
      socket.send(loginFrame(ann, { Token: 'nonsense', Lang: 'vi-VN' }))
      expect(await socket.next('Login')).toMatchObject({ Code: 2, Msg: 'Vui lòng đăng nhập lại.' })
      socket.send(loginFrame(ann, { Token: ben.token, Lang: 'zh-CN' }))
      expect(await socket.next('Login')).toMatchObject({ Code: 2, Msg: '请重新登录。' })
      host().advance(15 * minute)
      socket.send(loginFrame(ann))
      expect(await socket.next('Login')).toMatchObject({ Code: 2 })
    })

    it('close after repeated failed logins', async () => {
      const person = await signUp(host())
      const socket = host().openSocket()
      for (let count = 0; count < 5; count++) socket.send(loginFrame(person, { Token: 'nonsense' }))
      expect(await socket.closed).toBe(1008)
    })

    it('ignore frames before the login', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = host().openSocket()
      socket.send(chatFrame(ann.userId, conversation, 'too early'))
      socket.send({ Cmd: 'HeartBeat', UID: ann.userId })
      socket.send(loginFrame(ann))
      await socket.next('Login')
      expect(socket.frames.map((frame) => frame.Cmd)).toEqual(['Connected', 'Login'])
      const page = await callAs(host(), ben, '/GetChatData', { ChatSessionID: conversation, Status: 2 })
      expect(page.Data).toEqual([])
    })

    it('keep one identity for their lifetime', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ann)
      socket.send(loginFrame(ben))
      expect(await socket.next('Login')).toMatchObject({ Code: 2 })
      socket.send(chatFrame(ben.userId, conversation, 'forged'))
      expect(await socket.next('ChatResponse')).toMatchObject({ Code: 6 })
      socket.send(chatFrame(ann.userId, conversation, 'own'))
      expect(await socket.next('ChatResponse')).toMatchObject({ Code: 0 })
    })

    it('sends a message to the other side and to the sender’s other connections, once each [SOCK-37 SOCK-39]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [sending, other] = [await connect(host(), ann), await connect(host(), ann)]
      const receiving = await connect(host(), ben)
      const frame = chatFrame(ann.userId, conversation, ' hello ')
      sending.send(frame)
      const response = await sending.next('ChatResponse')
      expect(response).toMatchObject({
        Code: 0,
        ChatID: expect.any(Number),
        ChatSessionID: conversation,
        ClientMsgId: frame.ClientMsgId,
        IsDuplicated: false,
        SeqID: 1,
        TimeStamp: host().now(),
      })
      const chat = {
        ID: response.ChatID,
        ChatSessionID: conversation,
        UserID: ann.userId,
        UserNickName: `User${ann.phone.slice(-4)}`,
        Message: 'hello',
        MsgType: 'txt',
        SeqID: 1,
        ClientMsgId: frame.ClientMsgId,
      }
      expect((await receiving.next('Chat')).chat).toMatchObject(chat)
      expect((await other.next('Chat')).chat).toMatchObject(chat)
      sending.send(frame)
      expect(await sending.next('ChatResponse')).toMatchObject({
        IsDuplicated: true,
        ChatID: response.ChatID,
      })
      for (const [socket, person, count] of [
        [sending, ann, 0],
        [other, ann, 1],
        [receiving, ben, 1],
      ] as const) {
        await settle(socket, person)
        expect(socket.frames.filter(({ Cmd }) => Cmd === 'Chat')).toHaveLength(count)
      }
    })

    it('sends a message from HTTP to every connection of both', async () => {
      const { ann, ben, conversation } = await meet(host())
      const sockets = [await connect(host(), ann), await connect(host(), ben)]
      const { ID } = dataOrThrow<{ ID: number }>(await sendText(host(), ann, conversation, 'by call'))
      for (const socket of sockets) expect((await socket.next('Chat')).chat).toMatchObject({ ID })
    })

    it('answers the sends of a burst in their order', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [socket, receiving] = [await connect(host(), ann), await connect(host(), ben)]
      const frames = Array.from({ length: 100 }, (_, index) =>
        chatFrame(ann.userId, conversation, `${index}`),
      )
      for (const frame of frames) socket.send(frame)
      await socket.next('ChatResponse', ({ SeqID }) => SeqID === 100)
      await receiving.next('Chat', ({ chat }) => chat.SeqID === 100)
      const answered = socket.frames.flatMap((frame) =>
        frame.Cmd === 'ChatResponse' ? [frame.ClientMsgId] : [],
      )
      expect(answered).toEqual(frames.map(({ ClientMsgId }) => ClientMsgId))
      const received = receiving.frames.flatMap((frame) => (frame.Cmd === 'Chat' ? [frame.chat.Message] : []))
      expect(received).toEqual(frames.map(({ Message }) => Message))
    })

    it.each([
      ['a text that is too long', { Message: 'x'.repeat(20_001) }, { Code: 4 }],
      ['an unknown conversation', { ChatSessionID: 999_999_999 }, { Code: 3 }],
    ])('answers %s with a code, a text and the client id', async (_, changes, refused) => {
      const { ann, conversation } = await meet(host())
      const socket = await connect(host(), ann, 'zh-TW')
      const frame = chatFrame(ann.userId, conversation, 'x', changes)
      socket.send(frame)
      expect(await socket.next('ChatResponse')).toMatchObject({
        ...refused,
        ClientMsgId: frame.ClientMsgId,
        Msg: expect.stringMatching(/\p{Script=Han}/u),
      })
    })

    it('drop malformed frames, report each kind once a minute and stay open', async () => {
      const { ann, conversation } = await meet(host())
      const socket = await connect(host(), ann)
      const before = host().faults.length
      const spoil = async () => {
        for (const text of [
          '{',
          '[]',
          'null',
          '7',
          '"Chat"',
          '{"Cmd":"Nonsense"}',
          '{"Cmd":"__proto__"}',
          '',
        ]) {
          socket.sendText(text)
        }
        socket.send({ ...chatFrame(ann.userId, conversation, 'x'), ClientMsgId: 'short' })
        socket.send({ ...chatFrame(ann.userId, conversation, 'x'), ClientMsgId: 'short' })
        socket.send(chatFrame(ann.userId, conversation, 'fine'))
        expect(await socket.next('ChatResponse')).toMatchObject({ Code: 0 })
      }
      await spoil()
      const reported = host().faults.slice(before)
      expect(reported.length).toBeGreaterThan(0)
      expect(new Set(reported).size).toBe(reported.length)
      expect(reported.join()).not.toContain('short')
      await spoil()
      expect(host().faults).toHaveLength(before + reported.length)
      host().advance(minute)
      await spoil()
      expect(host().faults).toHaveLength(before + 2 * reported.length)
    })

    it('close when a frame is far larger than any message', async () => {
      const person = await signUp(host())
      const socket = await connect(host(), person)
      socket.sendText(JSON.stringify({ Cmd: 'Chat', Message: 'x'.repeat(2_000_000) }))
      expect(await socket.closed).toBe(1009)
    })

    it('close when more frames wait, or larger ones together, than a client ever sends', async () => {
      const person = await signUp(host())
      const [many, large] = [await connect(host(), person), await connect(host(), person)]
      for (let count = 0; count < 20_000; count++) many.send({ Cmd: 'HeartBeat', UID: person.userId })
      expect(await many.closed).toBe(1008)
      // Over a network large frames arrive one by one, and are handled before the next one has arrived.
      if (host().name === 'node') return
      for (let count = 0; count < 100; count++) large.sendText(' '.repeat(200_000))
      expect(await large.closed).toBe(1008)
    })

    it('are at most 200 for one account', async () => {
      const [person, other] = [await signUp(host()), await signUp(host())]
      const sockets = []
      for (let count = 0; count < 200; count++) sockets.push(await connect(host(), person))
      // Otherwise the limit of logins would be the reason.
      host().advance(5_000)
      const refused = host().openSocket()
      await refused.next('Connected')
      refused.send(loginFrame(person))
      expect(await refused.closed).toBe(1013)
      sockets.push(await connect(host(), other))
      for (const socket of sockets) socket.close()
    })

    it('close without a login, or when they are silent', async () => {
      const { ann, ben } = await meet(host())
      const [idle, silent, living] = [
        host().openSocket(),
        await connect(host(), ann),
        await connect(host(), ben),
      ]
      host().advance(40_000)
      await settle(living, ben)
      await host().sweep()
      expect(await idle.closed).toBe(4002)
      host().advance(40_000)
      await host().sweep()
      expect(await silent.closed).toBe(4002)
      await living.next('Offline', ({ FriendID }) => FriendID === ann.userId)
      await settle(living, ben)
    })
  })
}
