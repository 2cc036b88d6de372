import { describe, expect, it } from 'vitest'
import { connectionStatus } from '#domain/connection/connection-view.ts'
import {
  classifyClose,
  judgeLogin,
  planAfterClose,
  planReconnection,
} from '#domain/connection/reconnection.ts'

describe('reconnection', () => {
  it.each([
    ['the first error', 0, false, { failures: 1, wait: 5000, shouldSwitchEndpoint: false }],
    ['the second error', 1, false, { failures: 2, wait: 10_000, shouldSwitchEndpoint: false }],
    ['the third error', 2, false, { failures: 0, wait: 0, shouldSwitchEndpoint: true }],
    [
      'the third error at a sole endpoint',
      2,
      true,
      { failures: 0, wait: 12_000, shouldSwitchEndpoint: true },
    ],
  ])('after %s [SOCK-11 SOCK-13] (DEC-112)', (_, failures, isSoleEndpoint, plan) => {
    expect(planReconnection({ failures, isSoleEndpoint, jitter: 0 })).toEqual(plan)
  })

  it.each([
    [0, 5000, 6000],
    [1, 10_000, 12_000],
    [2, 12_000, 14_400],
  ])('adds a jitter of a fifth at most after %i errors (DEC-112)', (failures, least, most) => {
    const wait = (jitter: number) => planReconnection({ failures, isSoleEndpoint: true, jitter }).wait
    expect([wait(0), wait(1)]).toEqual([least, most])
  })

  it.each([
    ['a clean close of a connection that worked', { code: 1000, isClean: true, connectedFor: 5000 }, 'clean'],
    ['an error', { code: 1006, isClean: false, connectedFor: 60_000 }, 'error'],
    ['a close right after the login', { code: 1000, isClean: true, connectedFor: 4999 }, 'error'],
    ['a restart of the service', { code: 1012, isClean: true, connectedFor: 60_000 }, 'restart'],
    ['a restart before the greeting', { code: 1012, isClean: false, connectedFor: 0 }, 'restart'],
    ['a server with too much to do', { code: 1013, isClean: true, connectedFor: 60_000 }, 'overload'],
  ])('reads %s as %s', (_, closed, reason) => {
    expect(classifyClose(closed)).toBe(reason)
  })

  it.each([
    ['clean', 1, false, 0, { failures: 1, wait: 0, shouldSwitchEndpoint: false }],
    ['restart', 2, false, 0, { failures: 2, wait: 500, shouldSwitchEndpoint: false }],
    ['restart', 2, false, 1, { failures: 2, wait: 5000, shouldSwitchEndpoint: false }],
    ['overload', 0, false, 0, { failures: 1, wait: 15_000, shouldSwitchEndpoint: false }],
    ['overload', 0, false, 1, { failures: 1, wait: 30_000, shouldSwitchEndpoint: false }],
    ['overload', 2, false, 0, { failures: 0, wait: 0, shouldSwitchEndpoint: true }],
    ['overload', 2, true, 0, { failures: 0, wait: 15_000, shouldSwitchEndpoint: true }],
    ['error', 2, true, 0, { failures: 0, wait: 12_000, shouldSwitchEndpoint: true }],
  ] as const)(
    'after a %s and %i errors, sole endpoint %s, jitter %d',
    (reason, failures, isSoleEndpoint, jitter, plan) => {
      expect(planAfterClose(reason, { failures, isSoleEndpoint, jitter })).toEqual(plan)
    },
  )

  it.each([
    [0, 'accepted'],
    [1, 'later'],
    [5, 'later'],
    [9, 'later'],
    [2, 'rejected'],
    [6, 'rejected'],
  ])('reads login code %i as %s', (code, verdict) => {
    expect(judgeLogin(code)).toBe(verdict)
  })
})

describe('the header’s state', () => {
  it.each([
    ['connected', true, false, 'connected'],
    ['connected', false, false, 'catching-up'],
    ['open', false, false, 'connecting'],
    ['connecting', false, false, 'connecting'],
    ['connecting', false, true, 'offline'],
    ['ended', false, false, 'connecting'],
    ['closed', false, false, 'offline'],
  ] as const)(
    'for a socket that is %s, caught up %s, failed before %s is %s',
    (state, isCaughtUp, hasFailed, word) => {
      expect(connectionStatus(state, isCaughtUp, hasFailed)).toBe(word)
    },
  )
})
