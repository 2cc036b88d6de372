import { describe, expect, it } from 'vitest'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { GroupInvite } from '#schemas/translate/message-bodies.ts'
import { decideJoin } from '#src/features/groups/join-decisions.ts'

const description = { name: 'Walks', avatarUrl: '/a', isChannel: false, memberCount: 499, announcement: '' }
const stranger: GroupInfo = {
  ...{ description, isMember: false, isPublic: true, mayAddFriends: true, memberLimit: 500, members: [] },
}
const hidden: GroupInfo = { ...stranger, description: undefined, isPublic: false, memberLimit: undefined }
const invite: GroupInvite = {
  ...{ groupId: 4, name: 'Hikes', avatarUrl: '/b', info: 'Bring water', memberCount: 7, memberLimit: 500 },
  asksFirst: true,
}
const decide = (value: GroupInfo, given: { isListed?: boolean; invite?: GroupInvite } = {}) =>
  decideJoin({ group: { status: 'ready', value }, isListed: false, invite: undefined, ...given })

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
    expect(decide(stranger, { isListed: true }).kind).toBe('member')
    expect(decide({ ...hidden, isMember: true }).kind).toBe('member')
  })

  it('waits while the group loads, and sees a failure', () => {
    const facts = { isListed: false, invite: undefined }
    expect(decideJoin({ ...facts, group: { status: 'loading' } })).toEqual({ kind: 'loading' })
    const failed = { status: 'failed', rejection: { key: 'errors.network' } } as const
    expect(decideJoin({ ...facts, group: failed })).toEqual({ kind: 'failed' })
  })
})
