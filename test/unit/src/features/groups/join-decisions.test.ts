import { describe, expect, it } from 'vitest'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { GroupInvite } from '#schemas/translate/message-bodies.ts'
import { decideJoin, type JoinFacts } from '#src/features/groups/join-decisions.ts'

const description = { name: 'Walks', avatarUrl: '/a', isChannel: false, memberCount: 499, announcement: '' }
const stranger: GroupInfo = {
  ...{ description, isMember: false, isPublic: true, mayAddFriends: true, memberLimit: 500, members: [] },
}
const hidden: GroupInfo = { ...stranger, description: undefined, isPublic: false, memberLimit: undefined }
const invite: GroupInvite = {
  ...{ groupId: 4, name: 'Hikes', avatarUrl: '/b', info: 'Bring water', memberCount: 7, memberLimit: 500 },
  asksFirst: true,
}
const listedWith = (memberCount: number): JoinFacts['listed'] => ({
  group: {
    ...{ memberCount, role: 0, isChannel: false, isBanned: false, isAllBanned: false },
    ...{ applicationCount: 0, announcement: '' },
  },
})
const decide = (value: GroupInfo, given: Partial<Pick<JoinFacts, 'listed' | 'invite'>> = {}) =>
  decideJoin({ group: { status: 'ready', value }, listed: undefined, invite: undefined, ...given })

describe('a person who follows a link to a group', () => {
  it('joins a public one directly and sees its name, picture and size [GROUP-20 ROUTE-07]', () => {
    expect(decide(stranger)).toEqual({
      kind: 'join',
      group: { ...description, description: '' },
    })
  })

  it('cannot join a full one', () => {
    expect(decide({ ...stranger, memberLimit: 499 }).kind).toBe('full')
    expect(decide({ ...stranger, memberLimit: undefined }).kind).toBe('join')
  })

  it('applies to a private one, which looks the same as one that is gone [GROUP-20]', () => {
    expect(decide(hidden)).toEqual({ kind: 'apply', group: undefined })
  })

  it('sees what the invitation says of a private one [GROUP-20]', () => {
    expect(decide(hidden, { invite })).toEqual({
      kind: 'apply',
      group: { name: 'Hikes', avatarUrl: '/b', memberCount: 7, isChannel: false, description: 'Bring water' },
    })
  })

  it('is a member if the group is listed or the server says so (DEC-31)', () => {
    expect(decide(stranger, { listed: listedWith(500) }).kind).toBe('member')
    expect(decide({ ...hidden, isMember: true }).kind).toBe('member')
  })

  it('is counted as a member of the listed group, also while the answer is older', () => {
    expect(decide(stranger, { listed: listedWith(500) })).toMatchObject({ group: { memberCount: 500 } })
    expect(decide({ ...stranger, isMember: true })).toMatchObject({ group: { memberCount: 499 } })
  })

  it('waits while the group loads, and sees a failure', () => {
    const given = { listed: undefined, invite: undefined }
    expect(decideJoin({ ...given, group: { status: 'loading' } })).toEqual({ kind: 'loading' })
    const failed = { status: 'failed', rejection: { key: 'errors.network' } } as const
    expect(decideJoin({ ...given, group: failed })).toEqual({ kind: 'failed' })
  })
})
