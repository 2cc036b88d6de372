import { describe, expect, it } from 'vitest'
import { connectionStatus } from '#domain/connection/connection-view.ts'
import { judgeLogin } from '#domain/connection/login-answer.ts'
import { mayReconnectAtOnce, planReconnection } from '#domain/connection/reconnection.ts'

describe('reconnection', () => {
  it.each([
    ['the first error', 0, false, { failures: 1, wait: 5000, revokesEndpoint: false }],
    ['the second error', 1, false, { failures: 2, wait: 10_000, revokesEndpoint: false }],
    ['the third error', 2, false, { failures: 0, wait: 0, revokesEndpoint: true }],
    ['the third error at a sole endpoint', 2, true, { failures: 0, wait: 12_000, revokesEndpoint: true }],
  ])('after %s [SOCK-11 SOCK-13] (DEC-112)', (_, failures, isSole, plan) => {
    expect(planReconnection(failures, isSole, 0)).toEqual(plan)
  })

  it.each([
    ['a clean close of a connection that worked', { code: 1000, isClean: true, connectedFor: 5000 }, true],
    ['an error', { code: 1006, isClean: false, connectedFor: 60_000 }, false],
    ['a close right after the login', { code: 1000, isClean: true, connectedFor: 4999 }, false],
    ['a restart of the service', { code: 1012, isClean: true, connectedFor: 60_000 }, false],
    ['a server that wants to be left alone', { code: 1013, isClean: true, connectedFor: 60_000 }, false],
  ])('at once after %s: %s', (_, closed, isAtOnce) => {
    expect(mayReconnectAtOnce(closed)).toBe(isAtOnce)
  })

  it.each([
    [0, 'accepted'],
    [1, 'later'],
    [5, 'later'],
    [9, 'later'],
    [2, 'refused'],
    [6, 'refused'],
  ])('reads login code %i as %s', (code, verdict) => {
    expect(judgeLogin(code)).toBe(verdict)
  })
})

describe('the header’s word', () => {
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
