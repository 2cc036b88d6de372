import { describe, expect, it } from 'vitest'
import {
  badgeOf,
  canManage,
  mayAddMembersAsFriends,
  mayChangeRole,
  mayDiscipline,
  writingBan,
} from '#domain/group/roles.ts'
import { mayDeleteInGroup } from '#domain/message/decide-deletion.ts'

const day = 24 * 60 * 60_000
const minute = 60_000

describe('a group', () => {
  it.each([
    [0, false],
    [9, true],
    [10, true],
    [11, true],
  ])('allows role %i to manage: %s [ADMIN-01 ADMIN-02 ADMIN-03]', (role, may) => {
    expect(canManage(role)).toBe(may)
  })

  it.each([
    ['a member', {}, undefined],
    ['a banned member', { isBanned: true }, 'banned'],
    ['a member while all are banned', { isAllBanned: true }, 'all-banned'],
    ['a manager while all are banned', { role: 9, isAllBanned: true }, undefined],
    ['a banned manager', { role: 9, isBanned: true }, 'banned'],
    ['a reader of a channel', { isChannel: true }, 'channel'],
    ['the owner of a channel', { isChannel: true, role: 10 }, undefined],
  ])('states to %s why they may not write [GROUP-43 MSG-48 MSG-49 VIEW-14]', (_, changes, ban) => {
    const plain = { role: 0, isBanned: false, isChannel: false, isAllBanned: false }
    expect(writingBan({ ...plain, ...changes })).toBe(ban)
  })

  it.each([
    ['a member an own message of half an hour', 0, true, 0, 30 * minute, true],
    ['a member an own message that is older', 0, true, 0, 30 * minute + 1, false],
    ['a member another’s message', 0, false, 0, 1, false],
    ['an admin a member’s message of seven days', 9, false, 0, 7 * day, true],
    ['an admin a member’s message that is older', 9, false, 0, 7 * day + 1, false],
    ['an admin another admin’s message', 9, false, 9, 1, true],
    ['an admin the owner’s message', 9, false, 10, 1, false],
    ['the owner an own message', 10, true, 10, 7 * day, true],
    ['the owner an own message that is older', 10, true, 10, 7 * day + 1, false],
  ])(
    'decides whether %s deletes for everyone [MSG-41 MSG-43 MSG-44 MSG-47 ADMIN-13]',
    (_, actorRole, isOwn, senderRole, age, may) => {
      expect(mayDeleteInGroup({ actorRole, isOwn, senderRole, age })).toBe(may)
    },
  )

  it.each([
    [0, undefined],
    [9, 'admin'],
    [10, 'owner'],
    [11, 'system-admin'],
    [99, 'system-admin'],
  ])('gives a sender of role %i the badge %s [MSG-19 MSG-20]', (role, badge) => {
    expect(badgeOf(role)).toBe(badge)
  })
})

it.each([
  [0, true, true],
  [0, false, false],
  [9, false, true],
  [10, false, true],
])(
  'role %i in a group that allows it (%s) may add members as friends: %s [GROUP-45]',
  (role, allows, may) => {
    expect(mayAddMembersAsFriends(role, allows)).toBe(may)
  },
)

it.each([
  [10, 0, true, true],
  [9, 0, true, true],
  [9, 9, false, true],
  [10, 9, false, true],
  [9, 10, false, false],
  [0, 0, false, false],
])(
  'role %i may discipline role %i: %s, and may change its role: %s [ADMIN-11 ADMIN-12 ADMIN-15 ADMIN-17]',
  (actor, member, discipline, change) => {
    expect(mayDiscipline(actor, member)).toBe(discipline)
    expect(mayChangeRole(actor, member)).toBe(change)
  },
)
