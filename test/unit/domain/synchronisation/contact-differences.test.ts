import { describe, expect, it } from 'vitest'
import { type Application, noApplications } from '#domain/contacts/contacts.ts'
import {
  applicationDifferences,
  applicationWithdrawals,
  friendDifferences,
  mergeApplications,
  profileDifferences,
} from '#domain/synchronisation/contact-differences.ts'
import { applicationId, userId } from '#schemas/ids.ts'
import type { FriendFacts, ProfileFacts } from '#schemas/log/events.ts'
import type { ListedApplication } from '#schemas/translate/contacts.ts'

const application = (id: number, status: ListedApplication['status'], remark = ''): ListedApplication => ({
  facts: {
    applicationId: applicationId(id),
    userId: userId(9),
    nickname: 'Cho',
    avatarUrl: '',
    remark,
    createdAt: 1,
  },
  status,
})
const friend: FriendFacts = {
  userId: userId(8),
  nickname: 'Ben',
  avatarUrl: '',
  remark: '',
  signature: '',
  chatId: 'ben',
  gender: 0,
}
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type)

describe('applications', () => {
  it('of both lists are one list, each id once [FRIEND-54]', () => {
    const merged = mergeApplications(
      [application(1, 'pending'), application(2, 'pending')],
      [application(2, 'accepted'), application(3, 'rejected')],
    )
    expect(merged.map(({ facts, status }) => [facts.applicationId, status])).toEqual([
      [1, 'pending'],
      [2, 'pending'],
      [3, 'rejected'],
    ])
  })

  it('become events only as far as they changed [FRIEND-44]', () => {
    expect(types(applicationDifferences([application(1, 'pending')], noApplications, 5))).toEqual([
      'ApplicationListed',
    ])
    expect(types(applicationDifferences([application(1, 'accepted')], noApplications, 5))).toEqual([
      'ApplicationListed',
      'ApplicationAnswered',
    ])
    const known = {
      ...noApplications,
      pending: [{ ...application(1, 'pending').facts, status: 'pending' as const }],
    }
    expect(applicationDifferences([application(1, 'pending')], known, 5)).toEqual([])
    expect(types(applicationDifferences([application(1, 'rejected')], known, 5))).toEqual([
      'ApplicationAnswered',
    ])
    expect(types(applicationDifferences([application(1, 'pending', 'again')], known, 5))).toEqual([
      'ApplicationListed',
    ])
  })

  it('that the server lists no more are withdrawn, unless they were answered before', () => {
    const one = (id: number, status: Application['status']) => ({
      ...application(id, 'pending').facts,
      status,
    })
    const known = {
      ...noApplications,
      pending: [one(1, 'pending'), one(2, 'pending')],
      past: [one(3, 'accepted')],
    }
    const [withdrawn, ...others] = applicationWithdrawals([application(2, 'rejected')], known, 5)
    expect(withdrawn).toMatchObject({ type: 'ApplicationWithdrawn', data: { applicationId: 1 } })
    expect(others).toEqual([])
    expect(types(applicationWithdrawals([], { ...noApplications, past: [one(4, 'expired')] }, 5))).toEqual([
      'ApplicationWithdrawn',
    ])
  })
})

describe('friends', () => {
  it('become events when new, changed or removed', () => {
    const known = { ...friend, displayName: 'Ben' }
    expect(types(friendDifferences([friend], [], 5))).toEqual(['FriendListed'])
    expect(friendDifferences([friend], [known], 5)).toEqual([])
    expect(types(friendDifferences([{ ...friend, nickname: 'Benno' }], [known], 5))).toEqual(['FriendListed'])
    expect(types(friendDifferences([], [known], 5))).toEqual(['FriendRemoved'])
  })
})

describe('the profile', () => {
  it('becomes an event when any field changed', () => {
    const facts: ProfileFacts = {
      userId: userId(7),
      type: 1,
      nickname: 'Ann',
      avatarUrl: '',
      phone: '1',
      telCode: '86',
      signature: '',
      chatId: 'ann',
    }
    expect(profileDifferences(facts, facts, 5)).toEqual([])
    expect(types(profileDifferences({ ...facts, nickname: 'Anna' }, facts, 5))).toEqual(['ProfileUpdated'])
  })
})
