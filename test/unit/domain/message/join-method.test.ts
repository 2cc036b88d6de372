import { describe, expect, it } from 'vitest'
import { isInternalUser } from '#domain/authentication/accounts.ts'
import { joinMethodFor } from '#domain/message/message-notices.ts'

describe('how a member joined a group', () => {
  it.each([
    [0, undefined],
    [1, 'qr-code'],
    [2, 'invitation'],
    [3, 'live-fans-group'],
    [4, 'one-station'],
    [9, undefined],
  ])('method %i is shown as %s [MSG-22 ADMIN-26]', (method, told) => {
    expect(joinMethodFor(method, { role: 9, isInternal: true })).toBe(told)
  })

  it.each([
    ['an internal owner', 10, true, 'qr-code'],
    ['an internal member', 0, true, undefined],
    ['an owner who is no internal user', 10, false, undefined],
    ['a person outside groups', undefined, true, undefined],
  ])('is for %s: role %s, internal %s: %s [MSG-22]', (_, role, isInternal, told) => {
    expect(joinMethodFor(1, { role, isInternal })).toBe(told)
  })

  it.each([
    [false, 1, true],
    [true, 1, false],
    [true, 2, true],
  ])(
    'separate internal users: %s, account type %i: internal %s [USER-02 USER-03]',
    (hasAccountTypes, type, expected) => {
      expect(isInternalUser(hasAccountTypes, type)).toBe(expected)
    },
  )
})
