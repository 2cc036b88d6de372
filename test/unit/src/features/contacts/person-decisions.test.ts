import { describe, expect, it } from 'vitest'
import type { Friend } from '#domain/contacts/contacts.ts'
import { userId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import {
  decideFound,
  decideFriendPage,
  decideRequestAction,
  decideRequestPage,
} from '#src/features/contacts/person-decisions.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'

const ownId = userId(1)
const person = (id: number, changes: Partial<FoundPerson> = {}): FoundPerson => ({
  userId: userId(id),
  nickname: `Person ${id}`,
  avatarUrl: '',
  chatId: `chat_${id}`,
  signature: '',
  gender: 0,
  isFriend: false,
  hasBlockedMe: false,
  ...changes,
})
const friend = (id: number): Friend => ({
  userId: userId(id),
  nickname: `Friend ${id}`,
  displayName: `Friend ${id}`,
  avatarUrl: '',
  remark: '',
  signature: '',
  chatId: '',
  gender: 0,
})

describe('a search result', () => {
  it.each([true, false])(
    'leads to the friend request with id, chat id and source [FRIEND-11]',
    (staysHere) => {
      expect(decideFound(person(2), { ownId, staysHere })).toEqual({
        kind: 'request',
        search: { id: '2', key: 'chat_2', source: 'search' },
      })
    },
  )

  it.each([
    [false, 'own-page'],
    [true, 'own-notice'],
  ] as const)(
    'never offers to add oneself; staying here: %s gives %s [FRIEND-10 FRIEND-51]',
    (staysHere, kind) => {
      expect(decideFound(person(1), { ownId, staysHere })).toEqual({ kind })
    },
  )
})

describe('the friend-request page', () => {
  const ready = (...value: FoundPerson[]): LookupState<readonly FoundPerson[]> => ({ status: 'ready', value })
  const failed = { status: 'failed', rejection: { key: 'errors.error' } } as const

  it.each([
    ['1', { status: 'loading' }],
    ['1', failed],
    [undefined, ready(person(1))],
  ] as const)('leads oneself to the own page: id %s [FRIEND-18]', (requestedId, found) => {
    expect(decideRequestPage({ ownId, requestedId, found })).toEqual({ kind: 'own-page' })
  })

  it.each([
    ['2', failed],
    ['2', ready()],
    ['2', ready(person(3))],
    [undefined, failed],
  ] as const)('leads to contact home when id %s is not found [FRIEND-20]', (requestedId, found) => {
    expect(decideRequestPage({ ownId, requestedId, found })).toEqual({ kind: 'home' })
  })

  it('waits, then shows the person that the id names', () => {
    expect(decideRequestPage({ ownId, requestedId: '2', found: { status: 'loading' } })).toEqual({
      kind: 'loading',
    })
    const found = ready(person(3), person(2))
    expect(decideRequestPage({ ownId, requestedId: '2', found })).toEqual({
      kind: 'person',
      person: person(2),
    })
  })
})

describe('the actions for a person', () => {
  it.each([
    ['ask a stranger', person(2), [], 'ask'],
    ['nothing with one who blocks', person(2, { hasBlockedMe: true }), [], 'blocked'],
    ['chat with a listed friend', person(2), [friend(2)], 'chat'],
    ['chat with one the server calls a friend', person(2, { isFriend: true }), [], 'chat'],
    ['chat with a friend whatever else', person(2, { isFriend: true, hasBlockedMe: true }), [], 'chat'],
    ['ask a stranger beside other friends', person(2), [friend(3)], 'ask'],
  ] as const)('%s', (_, whom, friends, action) => {
    expect(decideRequestAction(whom, friends)).toBe(action)
  })
})

describe('friend detail', () => {
  const facts = { ownId, id: userId(2), friend: undefined, refresh: 'refreshed' } as const

  it('leads oneself to the own page [FRIEND-32]', () => {
    expect(decideFriendPage({ ...facts, id: ownId })).toEqual({ kind: 'own-page' })
  })

  it('leads to the friend request for a stranger, once that is sure [FRIEND-33]', () => {
    expect(decideFriendPage(facts)).toEqual({ kind: 'request' })
    expect(decideFriendPage({ ...facts, refresh: 'refreshing' })).toEqual({ kind: 'loading' })
    expect(decideFriendPage({ ...facts, refresh: 'failed' })).toEqual({ kind: 'failed' })
  })

  it.each(['refreshing', 'refreshed', 'failed'] as const)(
    'shows a known friend immediately: %s',
    (refresh) => {
      expect(decideFriendPage({ ...facts, friend: friend(2), refresh })).toEqual({
        kind: 'friend',
        friend: friend(2),
      })
    },
  )
})
