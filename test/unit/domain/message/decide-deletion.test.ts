import { describe, expect, it } from 'vitest'
import {
  canRecall,
  type DeletableMessage,
  type DeletionContext,
  decideDeleteForEveryone,
  offersDeletingForEveryone,
} from '#domain/message/decide-deletion.ts'
import { serverId } from '#schemas/ids.ts'

const now = 10_000_000_000
const day = 86_400_000
const rejected = { isOk: false, rejection: { key: 'conversation.delete.failed-content' } }

let lastId = 0
const message = (changes: Partial<DeletableMessage> = {}): DeletableMessage => {
  lastId += 1
  return { serverId: serverId(lastId), isOwn: true, sentAt: now - 1000, ...changes }
}
const aged = (age: number, changes: Partial<DeletableMessage> = {}) =>
  message({ sentAt: now - age, ...changes })

const direct: DeletionContext = { kind: 'direct', role: 0 }
const member: DeletionContext = { kind: 'group', role: 0 }
const admin: DeletionContext = { kind: 'group', role: 9 }
const owner: DeletionContext = { kind: 'group', role: 10 }
const others = { isOwn: false } as const
const owners = { isOwn: false, senderRole: 10 } as const

describe('deleting for everyone', () => {
  it.each<[string, DeletionContext, readonly DeletableMessage[]]>([
    ['own ones of seven days, one-to-one', direct, [message(), aged(7 * day)]],
    ['a member’s, by an admin', admin, [message(others), aged(7 * day, { isOwn: false, senderRole: 9 })]],
    ['an admin’s, by the owner', owner, [message({ isOwn: false, senderRole: 9 }), message()]],
    ['an own one of half an hour, by a plain member, which is a recall', member, [aged(1_800_000)]],
  ])('is allowed for %s', (_, standing, messages) => {
    expect(decideDeleteForEveryone(messages, standing, now)).toEqual({
      isOk: true,
      value: messages.map((one) => one.serverId),
    })
  })

  it.each<[string, DeletionContext, readonly DeletableMessage[]]>([
    ['one of several is older than 7 days [MSG-41 MSG-46]', direct, [message(), aged(7 * day + 1)]],
    ['one of several is older than 7 days, for an owner too [MSG-41]', owner, [message(), aged(7 * day + 1)]],
    ['one of several is not the own, one-to-one [MSG-42 MSG-46]', direct, [message(), message(others)]],
    ['one of several is the owner’s, for an admin [MSG-43 MSG-46]', admin, [message(), message(owners)]],
    ['the actor is neither owner nor admin [MSG-44 MSG-46]', member, [message(others)]],
    ['a plain member’s own one is older than half an hour [MSG-44]', member, [aged(1_800_001)]],
    ['one of several is not the server’s yet', direct, [message(), message({ serverId: undefined })]],
  ])('rejects all when %s', (_, standing, messages) => {
    expect(decideDeleteForEveryone(messages, standing, now)).toEqual(rejected)
  })

  it.each([
    ['one-to-one', direct, true],
    ['to a plain member', member, false],
    ['to an admin', admin, true],
    ['to the owner', owner, true],
  ])('is a choice %s or not [MSG-45]', (_, standing, isOffered) => {
    expect(offersDeletingForEveryone(standing)).toBe(isOffered)
  })
})

describe('recall', () => {
  it.each([
    ['an own message of half an hour', aged(1_800_000), true],
    ['an own message that is older', aged(1_800_001), false],
    ['another person’s', message(others), false],
    ['one that was not sent', message({ serverId: undefined }), false],
  ])('is offered on own messages for 1800 s: %s [MSG-47]', (_, one, isOffered) => {
    expect(canRecall(one, now)).toBe(isOffered)
  })
})
