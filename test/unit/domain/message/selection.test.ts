import { describe, expect, it } from 'vitest'
import {
  addSelected,
  canForward,
  canSelect,
  rangeBetween,
  type Selection,
  selectionLimit,
  startSelection,
  toggleSelected,
} from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'

const message = (changes: Partial<TimelineMessage> = {}): TimelineMessage => ({
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1 },
  ...{ senderId: userId(2), senderName: 'Ben', senderAvatarUrl: '', isOwn: false },
  ...{ type: 'txt', body: 'hello', sentAt: 1, state: 'read', canRetry: false, quote: undefined },
  ...changes,
})

const chosen = (keys: readonly string[], anchor = keys.at(-1) ?? ''): Selection => ({
  action: 'default',
  keys: new Set(keys),
  anchor,
})
const tooMany = (max: number) => ({
  isOk: false,
  rejection: { key: 'errors.messages.length', values: { max } },
})

describe('what can be forwarded', () => {
  const types: readonly (readonly [MessageType, boolean])[] = [
    ...(['txt', 'emo', 'pic', 'audio', 'video', 'card', 'file'] as const).map(
      (type) => [type, true] as const,
    ),
    ...(['notice', 'noticeallban', 'call', 'invite', 'GroupJoin', 'GroupLeave'] as const).map(
      (type) => [type, false] as const,
    ),
  ]
  it.each(types)('%s: %s [VIEW-32] (DEC-22)', (type, isForwardable) => {
    expect(canForward(message({ type }))).toBe(isForwardable)
  })

  it.each([
    ['disappears after being read', message({ timerSeconds: 30 })],
    ['is not the server’s yet', message({ serverId: undefined, state: 'pending' })],
  ])('exclude a message that %s [VIEW-32] (DEC-22)', (_, one) => {
    expect(canForward(one)).toBe(false)
  })
})

describe('selecting messages', () => {
  it.each([
    ['a sent one', message(), true],
    ['one that is not sent', message({ serverId: undefined }), false],
    ['a notice', message({ type: 'GroupJoin' }), false],
  ])('takes %s: %s', (_, one, isTaken) => {
    expect(canSelect(one)).toBe(isTaken)
  })

  it.each([
    [undefined, 100],
    [0, 100],
    [500, 500],
    [3, 3],
  ])('with %s from the server stops at %i [VIEW-33]', (configured, limit) => {
    expect(selectionLimit(configured)).toBe(limit)
  })

  it('starts with one message and all actions [VIEW-30 VIEW-31]', () => {
    expect(startSelection('a')).toEqual({ action: 'default', keys: new Set(['a']), anchor: 'a' })
  })

  it.each(['forward', 'delete'] as const)('begun to %s stays for that alone [VIEW-30]', (action) => {
    const { selection } = addSelected(startSelection('a', action), ['b'], 100)
    expect(selection).toEqual({ action, keys: new Set(['a', 'b']), anchor: 'b' })
  })

  it('chooses one, and no longer', () => {
    const two = toggleSelected(startSelection('a'), 'b', 100)
    expect(two).toEqual({ isOk: true, value: chosen(['a', 'b']) })
    expect(two.isOk && toggleSelected(two.value, 'a', 100)).toEqual({ isOk: true, value: chosen(['b'], 'a') })
  })

  it('rejects one message above the limit and states it, and can remove one at the limit [VIEW-34]', () => {
    expect(toggleSelected(chosen(['a', 'b']), 'c', 2)).toEqual(tooMany(2))
    expect(toggleSelected(chosen(['a', 'b']), 'b', 2)).toMatchObject({ isOk: true })
  })

  it('selects a range in either direction, up to the limit [VIEW-34]', () => {
    const order = ['a', 'b', 'c', 'd', 'e']
    expect(rangeBetween(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(rangeBetween(order, 'd', 'b')).toEqual(['d', 'c', 'b'])
    expect(rangeBetween(order, 'gone', 'b')).toEqual(['b'])
    const down = addSelected(chosen(['d']), rangeBetween(order, 'd', 'a'), 3)
    expect([...down.selection.keys]).toEqual(['d', 'c', 'b'])
    expect(down.outcome).toEqual(tooMany(3))
    expect(addSelected(chosen(['d']), ['d', 'e'], 3)).toEqual({
      selection: chosen(['d', 'e']),
      outcome: { isOk: true, value: undefined },
    })
  })
})
