import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { confirmedMessage } from '#schemas/log/message.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { createParser, unchangedBy } from '#schemas/unchanged.ts'
import { serverFrame } from '#schemas/wire/frames/from-server.ts'
import { wireMessage } from '#schemas/wire/message.ts'

const message = {
  ...{ ID: 41, ChatSessionID: 3, UserID: 9, UserNickName: 'Ann', UserHeadImg: '', Message: 'hello' },
  ...{ MsgType: 'txt', TimeStamp: 1_760_000_000_000, IsRead: 0, ReadDelete: 0, AutoDeleteTime: 0 },
  ...{ SeqID: 5, ClientMsgId: 'abcdefghijklmnopqrst', IsDeleted: 0 },
}
const chat = { Cmd: 'Chat', chat: message }
const groupChat = {
  ...{ Cmd: 'GroupChat', GroupID: 4, GroupImg: '', GroupInfo: null, GroupName: 'Walks' },
  groupchat: { ...message, UserRole: 9, AtIDs: '0|7', UserDisplayName: 'Ann' },
}
const stored = {
  ...{ serverId: 41, sequence: 5, clientId: 'abc', senderId: 9, senderName: 'Ann', senderAvatarUrl: '' },
  ...{ type: 'txt', body: 'hello', sentAt: 1_760_000_000_000, mentions: [0, 7] },
  quote: { serverId: 40, senderId: 9, senderName: 'Ann', type: 'txt', text: 'hi' },
}

/** What JSON can give, valid and invalid anywhere. */
const anything = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 0.5, 2 ** 60, Number.POSITIVE_INFINITY, '', 'txt', 'x', 41),
  fc.constantFrom(...messageTypes),
  fc.object({ maxDepth: 1 }),
  fc.array(fc.constantFrom<unknown>(0, 'x', null), { maxLength: 2 }),
)
const names = [
  ...Object.keys(wireMessage.shape),
  ...Object.keys(confirmedMessage.shape),
  ...['chat', 'groupchat', 'Elsewhere', '__proto__'],
]
const changes = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 3 })
const losses = fc.subarray(names, { maxLength: 20 })

const without = (value: object, lost: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !lost.includes(name)))

const isUnchangedFrame = unchangedBy(serverFrame)

describe('a value that a schema would give back as it is', () => {
  it.each([
    ['a message of two people', serverFrame, chat],
    ['a message of a group', serverFrame, groupChat],
    ['a stored message with a quote', confirmedMessage, stored],
  ])('is told of %s', (_, schema, value) => {
    expect(unchangedBy(schema)(value)).toBe(true)
    expect(createParser(schema)(value).data).toBe(value)
  })

  it.each([
    [serverFrame, chat],
    [serverFrame, groupChat],
    [confirmedMessage, stored],
    [z.looseObject({ chat: z._default(z.nullish(wireMessage), null) }), chat],
  ])('is what it would have given, whatever came (%#)', (schema, usual) => {
    const isUnchanged = unchangedBy(schema)
    let told = 0
    const check = (value: unknown) => {
      if (!isUnchanged(value)) return
      told += 1
      expect(z.safeParse(schema, value)).toEqual({ success: true, data: value })
    }
    const inner = Object.entries(usual).find(([, value]) => typeof value === 'object' && value !== null)
    fc.assert(
      fc.property(changes, losses, changes, losses, (outer, lost, deep, deepLost) => {
        check({ ...without(usual, lost), ...outer })
        if (inner === undefined) return
        const [name, value] = inner
        check({ ...usual, [name]: { ...without(Object(value), deepLost), ...deep } })
      }),
      { seed: 1, numRuns: 3000 },
    )
    expect(told).toBeGreaterThan(50)
  })

  it.each([
    ['with a field that a default fills', z.object({ a: z._default(z.number(), 1) }), {}],
    ['with a field too many', z.object({ a: z.number() }), { a: 1, b: 2 }],
    ['that is made a number', z.coerce.number(), '1'],
    ['that is trimmed', z.string().check(z.trim()), ' a'],
    ['that another schema of a union changes first', z.union([z.coerce.number(), z.string()]), '1'],
    ['that breaks a check', z.int().check(z.positive()), 0],
    ['that is frozen', z.readonly(z.object({})), {}],
    ['that is no member of the union', z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]), { a: 2 }],
    ['that is an array in place of an object', z.looseObject({}), []],
  ])('is not said of one %s', (_, schema, value) => {
    expect(unchangedBy(schema)(value)).toBe(false)
    expect(createParser(schema)(value)).toEqual(z.safeParse(schema, value))
  })

  it('is not said of what is no frame', () => {
    for (const frame of [null, [], 'Chat', {}, { Cmd: 'Chat' }, { Cmd: 'HeartBeat', chat: message }])
      expect(isUnchangedFrame(frame) && !z.safeParse(serverFrame, frame).success).toBe(false)
  })
})
