import { expect, it } from 'vitest'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getPinnedMessages } from '#schemas/wire/calls/message-changes.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { readPinnedMessages } from '#streams/inbound/fetch-message-changes.ts'
import {
  confirmed,
  first,
  folded,
  listed,
  openAccount,
  received,
} from '#test/unit/machines/account-fixture.ts'
import { answers } from '#test/unit/machines/fake-caller.ts'

const signal = new AbortController().signal
const bodies = async (reading: ReturnType<typeof readPinnedMessages>) =>
  (await reading).map(({ serverId: id, body }) => [id, body])

it('the texts of pinned messages come from this device without a connection, and from the server with one', async () => {
  // 20 was pinned, but is not on this device. The pin of 30 has ended with its message.
  const pins: NewEvent = {
    ...{ stream: first, type: 'PinsReceived', occurredAt: 1, origin: 'http' },
    data: { through: 3, pins: [10, 20, 30, 6000].map((id, index) => [serverId(id), index + 1]) },
  }
  const stored = [1, 3, ...Array.from({ length: 600 }, (_, index) => index + 4)]
  const { caller, clock, log } = await openAccount([
    listed(first),
    ...stored.map((sequence) => received(first, confirmed(sequence))),
    pins,
    {
      ...{ stream: first, type: 'MessagesDeleted', occurredAt: 1, origin: 'socket' },
      data: { serverIds: [serverId(30)] },
    },
  ])
  await folded(clock)
  const read = (status: 'connected' | 'connecting') => {
    const connection = { get: (): ConnectionView => ({ status }), subscribe: () => () => {} }
    return readPinnedMessages({ caller, log, connection, signal }, first)
  }
  expect(await bodies(read('connecting'))).toEqual([
    [6000, 'message 600'],
    [10, 'message 1'],
  ])
  expect(caller.callsOf(getPinnedMessages)).toEqual([])

  const wire = { ChatID: 20, PinVersion: 2, UserID: 8, MsgType: 'txt', Message: 'from afar' } as const
  caller.reply(getPinnedMessages, answers({ Version: 3, Messages: [wire] }))
  expect(await bodies(read('connected'))).toEqual([[20, 'from afar']])
  caller.reply(getPinnedMessages, failureOf('network'))
  await expect(read('connected')).rejects.toThrow()
})
