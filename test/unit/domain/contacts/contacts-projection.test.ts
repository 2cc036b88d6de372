import { describe, expect, it } from 'vitest'
import { applicationLife, viewApplications, viewFriends } from '#domain/contacts/contacts.ts'
import {
  evolveApplications,
  evolveFriends,
  evolveProfile,
  initialApplications,
  initialFriends,
} from '#domain/contacts/contacts-projection.ts'
import { applicationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { inAccount, logged, me } from '../log-events.ts'

const friend = (id: number, nickname: string, remark = '') =>
  inAccount('FriendListed', {
    facts: {
      userId: userId(id),
      nickname,
      remark,
      avatarUrl: '',
      signature: '',
      chatId: `c${id}`,
      gender: 0,
    },
  })
const applicationFactsOf = (id: number, createdAt: number, remark = 'hi') => ({
  ...{ applicationId: applicationId(id), userId: userId(id), nickname: `N${id}` },
  ...{ avatarUrl: '', remark, createdAt },
})
const application = (...given: Parameters<typeof applicationFactsOf>) =>
  inAccount('ApplicationListed', { facts: applicationFactsOf(...given) })
/** An application with replies of the other person, unless an id is negative, which means an own one. */
const withReplies = (id: number, ids: readonly number[], isSent = false): NewEvent => {
  const replies = ids.map((reply) => ({ id: Math.abs(reply), isOwn: reply < 0, text: 'Hi', createdAt: 1 }))
  const facts = { ...applicationFactsOf(id, 10), replies, ...(isSent ? { isSent } : {}) }
  return inAccount('ApplicationListed', { facts })
}
const answered = (id: number, answer: 'accepted' | 'rejected') =>
  inAccount('ApplicationAnswered', { applicationId: applicationId(id), answer })
const seen = (upTo: number, repliesUpTo = 0) =>
  inAccount('ApplicationsSeen', { upTo: applicationId(upTo), repliesUpTo })

const friends = (...events: readonly NewEvent[]) =>
  viewFriends(logged(events).reduce(evolveFriends, initialFriends()))
const applicationsAt = (now: number, ...events: readonly NewEvent[]) =>
  viewApplications(logged(events).reduce(evolveApplications, initialApplications()), now)
const applications = (...events: readonly NewEvent[]) => applicationsAt(1_000, ...events)
const statuses = (...events: readonly NewEvent[]) => {
  const { pending, past } = applications(...events)
  return [...pending, ...past].map(({ applicationId, status }) => `${applicationId} ${status}`)
}

describe('friends', () => {
  it('are shown under the remark, else the nickname, in order of that name', () => {
    const shown = friends(friend(1, 'Zoe'), friend(2, 'Abe', 'Yan'), friend(3, 'Bob'))
    expect(shown.map(({ displayName }) => displayName)).toEqual(['Bob', 'Yan', 'Zoe'])
  })

  it('are listed once, in their latest version, and disappear when removed', () => {
    const shown = friends(
      friend(1, 'Old'),
      friend(1, 'New'),
      friend(2, 'Gone'),
      inAccount('FriendRemoved', { userId: userId(2) }),
    )
    expect(shown.map(({ displayName }) => displayName)).toEqual(['New'])
  })
})

describe('friend applications', () => {
  it('are listed pending first, then the past ones, each newest first [FRIEND-42]', () => {
    const events = [application(1, 10), application(2, 20), application(3, 30), application(4, 40)]
    expect(statuses(...events, answered(2, 'accepted'), answered(4, 'rejected'))).toEqual([
      '3 pending',
      '1 pending',
      '4 rejected',
      '2 accepted',
    ])
  })

  it('count as unseen when pending and above the seen mark [FRIEND-43]', () => {
    const events = [application(1, 10), application(2, 20), application(3, 30), answered(3, 'accepted')]
    expect(applications(...events).unseenCount).toBe(2)
    expect(applications(...events, seen(1)).unseenCount).toBe(1)
    expect(applications(...events, seen(3), seen(1)).unseenCount).toBe(0)
  })

  it('that this account has sent are listed apart and count only while a reply is unseen', () => {
    const { pending, sent, past, unseenCount } = applications(withReplies(4, [-1], true))
    expect([sent.length, pending, past, unseenCount]).toEqual([1, [], [], 0])
    const replied = withReplies(4, [-1, 2, 7], true)
    expect(applications(replied).unseenCount).toBe(1)
    expect(applications(replied, seen(0, 6)).unseenCount).toBe(1)
    expect(applications(replied, seen(0, 7)).unseenCount).toBe(0)
  })

  it('count once with an unseen reply, and not after their answer', () => {
    const replied = withReplies(4, [3, 5])
    expect(applications(replied).unseenCount).toBe(1)
    expect(applications(replied, seen(4)).unseenCount).toBe(1)
    expect(applications(replied, seen(4, 5)).unseenCount).toBe(0)
    expect(applications(replied, answered(4, 'rejected')).unseenCount).toBe(0)
  })

  it('keep their replies when a realtime event without replies renews them', () => {
    const [renewed] = applications(withReplies(4, [3]), application(4, 20, 'again')).pending
    expect([renewed?.remark, renewed?.replies?.map(({ id }) => id)]).toEqual(['again', [3]])
  })

  it('are inserted or updated as pending by their event [FRIEND-44]', () => {
    expect(statuses(application(1, 10))).toEqual(['1 pending'])
    const again = applications(application(1, 10), answered(1, 'rejected'), application(1, 20, 'please'))
    expect(again.pending).toMatchObject([{ applicationId: 1, remark: 'please', createdAt: 20 }])
  })

  it('expire after 30 days unless they are answered or sent again', () => {
    const expiry = 10 + applicationLife
    const answers = [application(1, 10), application(2, 10), answered(2, 'accepted')]
    expect(applicationsAt(expiry - 1, ...answers)).toMatchObject({ pending: [{ applicationId: 1 }] })
    expect(applicationsAt(expiry, ...answers)).toMatchObject({
      pending: [],
      past: [{ status: 'accepted' }, { status: 'expired' }],
      unseenCount: 0,
    })
    expect(applicationsAt(expiry, ...answers, application(1, 20)).pending).toHaveLength(1)
  })

  it('stay answered when an older copy arrives late', () => {
    expect(statuses(application(1, 10), answered(1, 'accepted'), application(1, 10))).toEqual(['1 accepted'])
    expect(statuses(answered(1, 'accepted'), application(1, 10))).toEqual(['1 accepted'])
    expect(statuses(application(1, 20), application(1, 10, 'older'))).toEqual(['1 pending'])
    expect(applications(application(1, 20), application(1, 10, 'older')).pending[0]?.remark).toBe('hi')
  })
})

describe('the profile', () => {
  it('is the latest one', () => {
    const profile = (nickname: string) =>
      inAccount('ProfileUpdated', {
        facts: {
          userId: me,
          type: 0,
          nickname,
          avatarUrl: '',
          phone: '',
          telCode: '',
          signature: '',
          chatId: '',
        },
      })
    const events = logged([profile('First'), profile('Second')])
    expect(events.reduce(evolveProfile, undefined)?.nickname).toBe('Second')
  })
})
