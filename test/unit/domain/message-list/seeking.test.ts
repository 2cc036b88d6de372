import { describe, expect, it } from 'vitest'
import { findSeekTarget, findSeekTargetAfterJump } from '#domain/message-list/seeking.ts'
import { serverId } from '#schemas/ids.ts'
import { pending, received, receivedRange } from './messages.ts'

const message = (id: number) => ({ kind: 'message', serverId: serverId(id) }) as const
const loaded = (from: number, to: number, hasOlder: boolean, hasNewer = false) => ({
  messages: receivedRange(from, to),
  hasOlder,
  hasNewer,
})

describe('the target message of a jump [ROUTE-26]', () => {
  it.each([
    {
      title: 'is found among those loaded',
      view: loaded(5, 9, true),
      id: 7,
      sought: { kind: 'found', index: 2 },
    },
    { title: 'is found at the edge', view: loaded(5, 9, true), id: 5, sought: { kind: 'found', index: 0 } },
    {
      title: 'may be older than what is loaded',
      view: loaded(5, 9, true),
      id: 3,
      sought: { kind: 'elsewhere' },
    },
    {
      title: 'is gone when there is nothing older',
      view: loaded(5, 9, false),
      id: 3,
      sought: { kind: 'gone' },
    },
    { title: 'is not older when it is newer', view: loaded(5, 9, true), id: 11, sought: { kind: 'gone' } },
    {
      title: 'is gone when it was deleted among those loaded',
      view: { messages: [received(5), received(7)], hasOlder: true, hasNewer: false },
      id: 6,
      sought: { kind: 'gone' },
    },
    {
      title: 'may be older when only unsent ones are loaded',
      view: { messages: [pending(1)], hasOlder: true, hasNewer: false },
      id: 3,
      sought: { kind: 'elsewhere' },
    },
    {
      title: 'may be newer than a detached window',
      view: loaded(5, 9, false, true),
      id: 11,
      sought: { kind: 'elsewhere' },
    },
    {
      title: 'is not newer than a detached window when it is missing inside it',
      view: { ...loaded(5, 9, false, true), messages: [received(5), received(9)] },
      id: 7,
      sought: { kind: 'gone' },
    },
  ])('$title', ({ view, id, sought }) => {
    expect(findSeekTarget(message(id), view)).toEqual(sought)
  })
})

describe('the target day of a jump', () => {
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
    { title: 'may begin before what is loaded', moment: 100, hasOlder: true, sought: { kind: 'elsewhere' } },
    {
      title: 'before the first leads to it',
      moment: 0,
      hasOlder: false,
      sought: { kind: 'found', index: 0 },
    },
  ])('$title', ({ moment, hasOlder, sought }) => {
    expect(findSeekTarget({ kind: 'moment', at: moment }, { messages, hasOlder, hasNewer: false })).toEqual(
      sought,
    )
  })

  it('is missing in a conversation without messages', () => {
    const empty = { messages: [], hasOlder: false, hasNewer: false }
    expect(findSeekTarget({ kind: 'moment', at: 1 }, empty)).toEqual({ kind: 'gone' })
    expect(findSeekTarget({ kind: 'moment', at: 1 }, { ...empty, hasOlder: true })).toEqual({
      kind: 'elsewhere',
    })
  })
  it('after a detached window is elsewhere', () => {
    const view = { messages, hasOlder: true, hasNewer: true }
    expect(findSeekTarget({ kind: 'moment', at: 900 }, view)).toEqual({ kind: 'elsewhere' })
  })
  it('leads to the first remaining message when the timeline has jumped there already', () => {
    expect(findSeekTarget({ kind: 'moment', at: 50 }, { messages, hasOlder: true, hasNewer: true })).toEqual({
      kind: 'elsewhere',
    })
    expect(findSeekTargetAfterJump({ kind: 'moment', at: 50 }, messages)).toEqual({ kind: 'found', index: 0 })
  })
})

describe('the jump to the first unread message [VIEW-10]', () => {
  const unread = (mark: number) => ({ kind: 'unread', mark: serverId(mark) }) as const
  it.each([
    { title: 'follows the mark', view: loaded(5, 9, true), mark: 6, sought: { kind: 'found', index: 2 } },
    { title: 'may be older', view: loaded(5, 9, true), mark: 3, sought: { kind: 'elsewhere' } },
    { title: 'is the first of all', view: loaded(5, 9, false), mark: 3, sought: { kind: 'found', index: 0 } },
    {
      title: 'is newer than a detached window',
      view: loaded(5, 9, true, true),
      mark: 9,
      sought: { kind: 'elsewhere' },
    },
    {
      title: 'does not exist when all messages are read',
      view: loaded(5, 9, true),
      mark: 9,
      sought: { kind: 'gone' },
    },
  ])('$title', ({ view, mark, sought }) => {
    expect(findSeekTarget(unread(mark), view)).toEqual(sought)
  })
})
