import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { serverFrame } from '#schemas/wire/frames/from-server.ts'
import { usualMessageFrame } from '#schemas/wire/frames/usual-message.ts'
import { messageTypes, wireMessage } from '#schemas/wire/message.ts'

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

/** What JSON can give, valid and invalid anywhere. */
const anything = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 0.5, 2 ** 60, Number.POSITIVE_INFINITY, '', 'txt', 'x', 41),
  fc.constantFrom(...messageTypes),
  fc.object({ maxDepth: 1 }),
)
const fieldNames = [...Object.keys(wireMessage.shape), 'Elsewhere', '__proto__']
const changes = fc.dictionary(fc.constantFrom(...fieldNames), anything, { maxKeys: 4 })
const losses = fc.subarray(Object.keys(message), { maxLength: 2 })

const without = (value: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

describe('a message frame that is told without the schema', () => {
  it('is one as our server writes it, of two people and of a group', () => {
    expect(usualMessageFrame(chat)).toBe(chat)
    expect(usualMessageFrame(groupChat)).toBe(groupChat)
  })

  it.each(Object.keys(wireMessage.shape))('may hold %s', (name) => {
    const parsed = z.parse(wireMessage, message)
    const value = Reflect.get(parsed, name) ?? null
    expect(usualMessageFrame({ Cmd: 'Chat', chat: { ...message, [name]: value } })).toBeDefined()
  })

  it('is what the schema would have given, whatever came', () => {
    let told = 0
    const check = (frame: object) => {
      const usual = usualMessageFrame(frame)
      if (usual === undefined) return
      told += 1
      expect(z.safeParse(serverFrame, frame)).toEqual({ success: true, data: usual })
    }
    fc.assert(
      fc.property(changes, losses, changes, losses, (inner, lost, outer, lostOutside) => {
        check({ ...without(chat, lostOutside), chat: { ...without(message, lost), ...inner } })
        check({ ...chat, chat: { ...message, ...inner } })
        check({ ...groupChat, ...outer, groupchat: { ...without(message, lost), ...inner } })
        check({ ...groupChat, ...without(outer, lostOutside) })
      }),
      { numRuns: 1500 },
    )
    expect(told).toBeGreaterThan(500)
  })

  it('is no other frame', () => {
    for (const frame of [null, [], 'Chat', {}, { Cmd: 'Chat' }, { Cmd: 'HeartBeat', chat: message }])
      expect(usualMessageFrame(frame)).toBeUndefined()
    expect(usualMessageFrame({ ...chat, Signed: 'x' })).toBeUndefined()
  })
})
