import { describe, expect, it } from 'vitest'
import { limitReports } from '#client/start-client.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { createSocketLink } from '#streams/socket/socket-link.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'
import { createFakeSocket } from '#test/unit/machines/socket/fake-socket.ts'

const heartbeat = { Cmd: 'HeartBeat', UID: 7 } as const
const clientId = 'abcdefghij0123456789'
const message = {
  Cmd: 'Chat',
  UserID: 7,
  ChatSessionID: 1,
  Message: 'hi',
  MsgType: 'txt',
  TimeStamp: 5,
  ID: 5,
  ClientMsgId: clientId,
} as const
const answer = (frame: ServerFrame) => (frame.Cmd === 'ChatResponse' ? frame : undefined)

function openLink() {
  const clock = new SimulatedClock()
  const socket = createFakeSocket()
  const faults: string[] = []
  const report = limitReports({ fault: ({ kind }) => void faults.push(kind) }, clock)
  const serverTime = createServerTime(clock)
  const link = createSocketLink({ socket, clock, report, serverTime })
  const frames: string[] = []
  link.frames$.subscribe(({ Cmd }) => frames.push(Cmd))
  link.open('wss://one.example/socket')
  socket.last().open()
  socket.last().receive({ Cmd: 'Connected', Time: clock.now() })
  return { clock, faults, frames, link, serverTime, socket }
}

describe('inbound frames', () => {
  it('are passed on if they carry facts, and handled here if they control the connection', () => {
    const { frames, socket } = openLink()
    socket.last().receive({ Cmd: 'HeartBeat', Time: 5 })
    socket.last().receive({ Cmd: 'Online', FriendID: 3 })
    expect(frames).toEqual(['Online'])
  })

  it('are reported once per kind and minute if malformed, and dropped [SOCK-79 SOCK-80]', async () => {
    const { clock, faults, frames, socket } = openLink()
    const receive = () => {
      socket.last().receiveText('{"Cmd":"Online"}')
      socket.last().receiveText('no json')
      socket.last().receiveText('{"Cmd":"Whatever"}')
    }
    receive()
    receive()
    socket.last().receive({ Cmd: 'Online', FriendID: 3 })
    expect(faults).toEqual(['frame Online', 'frame ?', 'frame Whatever'])
    expect(frames).toEqual(['Online'])
    await clock.advance(60_000)
    receive()
    expect(faults).toHaveLength(6)
  })

  it('of a replaced connection are ignored', () => {
    const { frames, link, socket } = openLink()
    const former = socket.last()
    link.open('wss://one.example/socket')
    former.receive({ Cmd: 'Online', FriendID: 3 })
    expect(frames).toEqual([])
    expect(former.isClosedByClient).toBe(true)
  })

  it('teach the server’s time (DEC-113)', async () => {
    const { clock, serverTime, socket } = openLink()
    socket.last().receive({ Cmd: 'HeartBeat', Time: clock.now() + 7_200_000 })
    await clock.advance(10)
    expect(serverTime.now()).toBe(clock.now() + 7_200_000)
    clock.turnWallClock(-86_400_000)
    expect(serverTime.now()).toBe(clock.now() + 86_400_000 + 7_200_000)
  })

  it.each([
    ['a response to a message', 'ChatResponse', {}, true],
    ['a response to a message of a group', 'GroupChatResponse', {}, true],
    [
      'a response to a duplicate, which has the stamp of the first copy',
      'ChatResponse',
      { IsDuplicated: true },
      false,
    ],
    ['the same of a group', 'GroupChatResponse', { IsDuplicated: true }, false],
    ['a rejection', 'ChatResponse', { Code: 4 }, false],
    ['a rejection of a group', 'GroupChatResponse', { Code: 4 }, false],
  ] as const)('set it by %s (DEC-113)', (_, Cmd, more, isLearnt) => {
    const { clock, serverTime, socket } = openLink()
    const told = clock.now() + 7_200_000
    socket.last().receive({ Cmd, Code: 0, ClientMsgId: clientId, TimeStamp: told, ...more })
    expect(serverTime.now()).toBe(isLearnt ? told : clock.now())
  })
})

describe('outbound frames', () => {
  it('wait in order until the connection is ready [SOCK-18]', () => {
    const { link, socket } = openLink()
    link.send(message)
    link.send(heartbeat)
    expect(socket.last().sent).toEqual([])
    link.setReady(true)
    expect(socket.last().sent.map(({ Cmd }) => Cmd)).toEqual(['Chat', 'HeartBeat'])
  })

  it('pass a reply to its request only', async () => {
    const { frames, link, socket } = openLink()
    link.setReady(true)
    const reply = link.request(message, answer)
    socket.last().receive({ Cmd: 'ChatResponse', Code: 0, ChatID: 4, ClientMsgId: clientId })
    expect(await reply).toMatchObject({ kind: 'replied', value: { ChatID: 4 } })
    expect(frames).toEqual([])
  })

  it('wait 3 s for a reply; a later one is an ordinary frame [SOCK-25]', async () => {
    const { clock, frames, link, socket } = openLink()
    link.setReady(true)
    const reply = link.request(message, answer)
    let isOver = false
    void reply.then(() => {
      isOver = true
    })
    await clock.advance(2999)
    expect(isOver).toBe(false)
    await clock.advance(1)
    expect(await reply).toEqual({ kind: 'unanswered' })
    socket.last().receive({ Cmd: 'ChatResponse', Code: 0, ChatID: 4, ClientMsgId: clientId })
    expect(frames).toEqual(['ChatResponse'])
  })

  it('fail immediately when the connection closes', async () => {
    const { link, socket } = openLink()
    link.setReady(true)
    const reply = link.request(message, answer)
    socket.last().drop()
    expect(await reply).toEqual({ kind: 'unanswered' })
  })

  it('never leave late: a failed request withdraws its frame', async () => {
    const { clock, link, socket } = openLink()
    const reply = link.request(message, answer)
    await clock.advance(3000)
    await reply
    link.setReady(true)
    expect(socket.last().sent).toEqual([])
  })
})

describe('waiting for a ready connection', () => {
  it('lasts 60 s by default [SOCK-24]', async () => {
    const { clock, link } = openLink()
    let outcome: boolean | undefined
    void link.untilReady().then((isReady) => {
      outcome = isReady
    })
    await clock.advance(59_999)
    expect(outcome).toBeUndefined()
    await clock.advance(1)
    expect(outcome).toBe(false)
  })

  it('requests a connection and ends as soon as there is one [LIFE-04]', async () => {
    const { clock, link } = openLink()
    const signals: string[] = []
    link.signals$.subscribe(({ type }) => signals.push(type))
    const ready = link.untilReady(3000)
    expect(signals).toEqual(['socket.wanted'])
    await clock.advance(2000)
    link.setReady(true)
    expect(await ready).toBe(true)
  })
})
