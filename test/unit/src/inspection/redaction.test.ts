import { describe, expect, it } from 'vitest'
import { shownSignal } from '#src/inspection/actor-record.ts'
import { describePayload, shortId, shownPath, shownStream } from '#src/inspection/redaction.ts'

const secret = 'Meet-me-at-noon'

describe('the redaction of a payload', () => {
  it('names fields, and shows values only of flags, counters and fixed words', () => {
    expect(
      describePayload({
        isCaughtUp: true,
        scope: 'everything',
        sequence: 7,
        outcome: { kind: 'acknowledged', serverId: 12 },
        announcement: { type: 'state-changed', state: 'open' },
      }),
    ).toEqual([
      'isCaughtUp: true',
      'scope: everything',
      'sequence: 7',
      'outcome.kind: acknowledged',
      'outcome.serverId: 12',
      'announcement.type: state-changed',
      'announcement.state: open',
    ])
  })

  it.each([
    ['the text of a message', { message: { body: secret } }, ['message.body']],
    [
      'a text where a word is expected',
      { kind: secret, state: secret, type: secret },
      ['kind', 'state', 'type'],
    ],
    ['a token', { token: secret }, ['token']],
    ['a nickname and a picture', { nickname: secret, avatarUrl: secret }, ['nickname', 'avatarUrl']],
    ['a code', { code: 471_108, key: secret }, ['code', 'key']],
    ['a number that counts nothing', { userId: 13_800_000_001 }, ['userId']],
    ['a field nobody has listed', { phone: secret, password: secret, [secret]: true }, []],
    ['a record below another', { outcome: { message: { body: secret } } }, ['outcome.message']],
    ['an error', { error: new Error(secret) }, ['error']],
    ['a list', { serverIds: [secret] }, ['serverIds']],
    ['a text instead of a record', secret, []],
    ['a chosen client id', { clientId: secret.slice(0, 8) }, ['clientId']],
  ])('withholds %s', (_, payload, shown) => {
    expect(describePayload(payload)).toEqual(shown)
  })

  it('shows only the beginning of an id made by chance', () => {
    expect(shortId('abcdefghijklmnopqrst')).toBe('abcdef')
    expect(shortId('Ada Lovelace, née Byron')).toBeUndefined()
  })

  it('shows streams and paths by their opaque ids alone', () => {
    expect([shownStream('s:12'), shownStream('account'), shownStream(secret)]).toEqual([
      's:12',
      'account',
      '(other)',
    ])
    expect([shownPath('/messages/sessions/12'), shownPath(`/search?keyword=${secret}`)]).toEqual([
      '/messages/sessions/12',
      '/…',
    ])
  })
})

describe('the name of a signal', () => {
  it.each([
    ['token.rejected', 'token.rejected'],
    ['xstate.init', 'init'],
    ['xstate.stop', 'stop'],
    ['xstate.after.wipeDelay.auth.wiping.waiting', 'after wipeDelay'],
    ['xstate.done.actor.0.message.delivery.bySocket', 'sendBySocket done'],
    ['xstate.error.actor.0.message.delivery.bySocket', 'sendBySocket error'],
    ['xstate.snapshot.account', 'account snapshot'],
    ['xstate.done.actor.message-abcdefghijklmnopqrst', 'message done'],
    [secret, '(other)'],
    [`xstate.done.actor.${secret}`, '(other) done'],
    [`xstate.after.${secret}.auth`, 'after (other)'],
    [`xstate.${secret}`, '(other)'],
  ])('%s reads %s', (type, shown) => {
    expect(shownSignal(type)).toBe(shown)
  })
})
