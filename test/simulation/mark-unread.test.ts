import { describe, expect, it } from 'vitest'
import { conversationId, serverId } from '#schemas/ids.ts'
import { expectedMark } from './invariants/mark-unread.ts'
import type { RequestedLocalCommand, RequestedReadMarker } from './scenario/requested-commands.ts'
import type { Person } from './world.ts'

const chat = conversationId('direct', 1)
const ann: Person = { name: 'ann', phone: '1', password: 'secret', personDevices: [], userId: undefined }

const command = (
  kind: RequestedLocalCommand['kind'],
  at: number,
  change: Partial<RequestedLocalCommand> = {},
): RequestedLocalCommand => ({
  ...{ device: 'ann1', conversation: chat, kind, seen: 5, requestedAt: at, at, doneAt: at + 1 },
  ...{ unreadBefore: 0, answer: 'accepted', isOut: false },
  ...change,
})

/** A reading up to message 5. */
const read = (
  device: string,
  at: number,
  change: Partial<RequestedReadMarker> = {},
): RequestedReadMarker => ({
  ...{ person: ann, device, conversation: chat, upTo: serverId(5), at, doneAt: at + 1 },
  ...{ answer: 'accepted', isSure: true },
  ...change,
})

const marked = command('mark-unread', 100)
const withoutSends = { device: 'ann1', sends: [] }

describe('the mark of an unread conversation, by the ledger', () => {
  it.each<[string, RequestedLocalCommand[], RequestedReadMarker[], boolean | undefined]>([
    ['is shown once it was set', [marked], [], true],
    ['is shown if the device had read as far before', [marked], [read('ann1', 50)], true],
    ['is not shown if it was never set', [], [], false],
    ['is not shown after the conversation was cleared', [marked, command('clear', 200)], [], false],
    ['is not shown after the whole was read here', [marked], [read('ann1', 200, { until: 300 })], false],
    ['is shown if it was set again', [marked, command('clear', 200), command('mark-unread', 300)], [], true],
    ['is uncertain after a reading elsewhere', [marked], [read('ann2', 50)], undefined],
    ['is uncertain without an outcome', [{ ...marked, answer: 'unknown' }], [], undefined],
    ['is uncertain if messages were unread before', [{ ...marked, unreadBefore: 1 }], [], undefined],
  ])('%s', (_, commands, reads, expected) => {
    expect(expectedMark({ ...withoutSends, commands, reads, leastUnread: 0, mostUnread: 0 })).toBe(expected)
  })

  it.each<[string, number, boolean | undefined]>([
    ['is shown if the last message was sent before it', 50, true],
    ['is uncertain if a message was sent after it', 200, undefined],
  ])('%s', (_, doneAt, expected) => {
    const commanded = { device: 'ann1', commands: [marked], reads: [], leastUnread: 0, mostUnread: 0 }
    expect(expectedMark({ ...commanded, sends: [{ doneAt }] })).toBe(expected)
  })

  it('gives way to unread messages', () => {
    const commanded = { ...withoutSends, commands: [marked], reads: [], mostUnread: 1 }
    expect(expectedMark({ ...commanded, leastUnread: 1 })).toBe(false)
    expect(expectedMark({ ...commanded, leastUnread: 0 })).toBe(undefined)
  })
})
