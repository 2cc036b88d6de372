import { expect, it } from 'vitest'
import { first } from '../account-fixture.ts'
import { settle } from '../simulated-clock.ts'
import { startOutbox } from './outbox-harness.ts'

it('the outbox resends a message whose response was lost, and the server returns its first result [SOCK-72]', async () => {
  const { actor, chats, clock, connect, log, say, serverTime, socket, unsent } = await startOutbox()
  connect()
  const screen = await log.openTimeline(first)
  await say('hi')
  await settle()
  expect(chats()).toHaveLength(1)
  socket.last().drop()
  await clock.advance(6600)
  expect(unsent()).toEqual({ hi: 'stale' })

  connect()
  actor.send({ type: 'login.completed' })
  await clock.advance(100)
  const [original, again] = chats()
  expect(again).toMatchObject({ ClientMsgId: original?.ClientMsgId, Message: 'hi' })
  socket.last().receive({
    Cmd: 'ChatResponse',
    Code: 0,
    ChatID: 10,
    SeqID: 1,
    ChatSessionID: 1,
    ClientMsgId: String(original?.ClientMsgId),
    IsDuplicated: true,
    TimeStamp: serverTime.now() - 6000,
  })
  await clock.advance(100)
  expect(unsent()).toEqual({})
  expect(screen.messages.get()).toMatchObject([{ body: 'hi', serverId: 10 }])
})
