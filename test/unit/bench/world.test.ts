import { describe, expect, it } from 'vitest'
import { getAllSessionData, getAllSessionList, getChatData } from '#schemas/wire/calls/conversations.ts'
import { readServerFrame } from '#schemas/wire/frames/from-server.ts'
import { answerCall } from '#test/bench/world/answers.ts'
import { chatFrame, connectScripted, createNumbering } from '#test/bench/world/scripted-socket.ts'
import {
  conversationOf,
  createWorld,
  grown,
  idAt,
  lengthOf,
  messageAt,
  sequenceOf,
} from '#test/bench/world/world.ts'

const now = 1_700_000_000_000
const world = createWorld(1_003, now, { conversations: 10 })

describe('the world of the bench', () => {
  it('has every message at one place of one conversation', () => {
    for (const id of [1, 9, 10, 11, 500, 1_003])
      expect(idAt(world, conversationOf(world, id), sequenceOf(world, id))).toBe(id)
    const lengths = Array.from({ length: 10 }, (_, at) => lengthOf(world, at + 1))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(world.messages)
    expect(lengthOf(createWorld(0, now), 1)).toBe(0)
  })

  it('ends now, within a day', () => {
    expect(messageAt(world, world.messages).TimeStamp).toBe(now)
    const million = createWorld(1_000_000, now)
    expect(messageAt(million, 1).TimeStamp).toBeGreaterThan(now - 86_400_000)
  })
})

describe('the scripted server', () => {
  it('says what the client reads', () => {
    const list = getAllSessionList.data.parse(answerCall(world, '/GetAllSessionList', {}))
    expect(list.ChatSessions).toHaveLength(10)
    expect(list.ChatSessions.every(({ UnReadCount }) => UnReadCount === 0)).toBe(true)
    expect(readServerFrame(chatFrame(world, 7))).toMatchObject({ isValid: true })
  })

  it('tells what came after a message, and that it is unread', () => {
    const after = grown(world, 20)
    const list = getAllSessionList.data.parse(answerCall(after, '/GetAllSessionList', {}))
    expect(list.ChatSessions.map(({ UnReadCount }) => UnReadCount)).toEqual(Array(10).fill(2))
    const infos = [{ SessionType: '1', ID: 4, FromID: idAt(world, 4, lengthOf(world, 4)) }]
    const [session] = getAllSessionData.data.parse(
      answerCall(after, '/GetAllSessionData', { SessionInfos: infos }),
    )
    expect(session?.Chats.map(({ ID }) => ID)).toEqual([1_004, 1_014])
  })

  it('pages to either side, oldest first', () => {
    const page = (fields: object) =>
      getChatData.data.parse(answerCall(world, '/GetChatData', { ChatSessionID: 3, ...fields }))
    const sequences = (fields: object) => page(fields)?.map(({ SeqID }) => SeqID)
    expect(sequences({ Status: 2, UnReadMaxID: idAt(world, 3, 60) })?.at(-1)).toBe(59)
    expect(sequences({ Status: 2, UnReadMaxID: idAt(world, 3, 60) })).toHaveLength(50)
    expect(sequences({ Status: 1, FromID: idAt(world, 3, 60) })?.[0]).toBe(61)
  })

  it('gives what it is sent the next places of its conversation', () => {
    const said: string[] = []
    const place = createNumbering(() => world)
    const { receive } = connectScripted((text) => said.push(text), { now: () => now, place })
    for (const ClientMsgId of ['a', 'b'])
      receive(JSON.stringify({ Cmd: 'Chat', ChatSessionID: 3, ClientMsgId }))
    const answers = said.slice(1).map((text) => JSON.parse(text))
    expect(answers).toMatchObject([
      { ClientMsgId: 'a', SeqID: 102, ChatID: idAt(world, 3, 102) },
      { ClientMsgId: 'b', SeqID: 103, ChatID: idAt(world, 3, 103) },
    ])
  })
})
