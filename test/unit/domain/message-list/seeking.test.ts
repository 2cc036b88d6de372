import { describe, expect, it } from 'vitest'
import { seekIn } from '#domain/message-list/seeking.ts'
import { serverId } from '#schemas/ids.ts'
import { pending, received, receivedRange } from './messages.ts'

const message = (id: number) => ({ kind: 'message', serverId: serverId(id) }) as const
const loaded = (from: number, to: number, hasOlder: boolean) => ({
  messages: receivedRange(from, to),
  hasOlder,
})

describe('a message that is jumped to [ROUTE-26]', () => {
  it.each([
    {
      title: 'is found among those loaded',
      view: loaded(5, 9, true),
      id: 7,
      sought: { kind: 'found', index: 2 },
    },
    { title: 'is found at the edge', view: loaded(5, 9, true), id: 5, sought: { kind: 'found', index: 0 } },
    { title: 'may be older than what is loaded', view: loaded(5, 9, true), id: 3, sought: { kind: 'older' } },
    {
      title: 'is gone when there is nothing older',
      view: loaded(5, 9, false),
      id: 3,
      sought: { kind: 'gone' },
    },
    { title: 'is not older when it is newer', view: loaded(5, 9, true), id: 11, sought: { kind: 'gone' } },
    {
      title: 'is gone when it was deleted among those loaded',
      view: { messages: [received(5), received(7)], hasOlder: true },
      id: 6,
      sought: { kind: 'gone' },
    },
    {
      title: 'may be older when only unsent ones are loaded',
      view: { messages: [pending(1)], hasOlder: true },
      id: 3,
      sought: { kind: 'older' },
    },
  ])('$title', ({ view, id, sought }) => {
    expect(seekIn(message(id), view)).toEqual(sought)
  })
})

describe('a day that is jumped to', () => {
  const at = (sequence: number) => received(sequence, { sentAt: sequence * 100 })
  const messages = [at(1), at(2), at(5)]

  it.each([
    {
      title: 'begins with its first message',
      moment: 200,
      hasOlder: false,
      sought: { kind: 'found', index: 1 },
    },
    {
      title: 'without messages leads to the next',
      moment: 300,
      hasOlder: true,
      sought: { kind: 'found', index: 2 },
    },
    {
      title: 'after the newest leads to it',
      moment: 900,
      hasOlder: true,
      sought: { kind: 'found', index: 2 },
    },
    { title: 'may begin before what is loaded', moment: 100, hasOlder: true, sought: { kind: 'older' } },
    {
      title: 'before the first leads to it',
      moment: 0,
      hasOlder: false,
      sought: { kind: 'found', index: 0 },
    },
  ])('$title', ({ moment, hasOlder, sought }) => {
    expect(seekIn({ kind: 'moment', at: moment }, { messages, hasOlder })).toEqual(sought)
  })

  it('is gone in a conversation without messages', () => {
    expect(seekIn({ kind: 'moment', at: 1 }, { messages: [], hasOlder: false })).toEqual({ kind: 'gone' })
    expect(seekIn({ kind: 'moment', at: 1 }, { messages: [], hasOlder: true })).toEqual({ kind: 'older' })
  })
})
