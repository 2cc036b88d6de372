import { describe, expect, it } from 'vitest'
import { createAccountLookups } from '#client/account-lookups.ts'
import { createLookups } from '#client/lookups.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import { getGroupReasonList, getUserReasonList } from '#schemas/wire/calls/reports.ts'
import { searchUser } from '#schemas/wire/calls/search.ts'
import { getConfig, getCountryList } from '#schemas/wire/calls/system.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { createWritable } from '#streams/readable.ts'
import { answers, createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'
import { settleImports } from '#test/unit/settle-imports.ts'

const minute = 60_000
const hour = 60 * minute

/** An account without stored extensions. */
const noExtensions = {
  storedExtensions: () => ({}),
  storeExtensions: () => {},
  connection: createWritable<ConnectionView>({ status: 'connecting' }),
  // None of the tested look-ups reads it.
  log: {} as AccountCore['log'],
}

function open() {
  const caller = createFakeCaller()
  const clock = new SimulatedClock()
  caller.reply(getCountryList, answers([{ Code: 'CN', TelCode: '86' }]))
  caller.reply(searchUser, answers([{ UID: 8, NickName: 'Ben' }]))
  caller.reply(
    getConfig,
    answers({
      API_ENDPOINT: '',
      WEBSOCKET_ENDPOINT: 'wss://own.example/socket',
      AppDownloadUrl: 'https://own.example/app',
    }),
  )
  return {
    caller,
    clock,
    lookups: {
      ...createLookups({ caller, clock }),
      ...createAccountLookups({ caller, clock, ...noExtensions }),
    },
  }
}
/** Subscribes to a look-up until the returned function is called. */
const show = (lookup: { subscribe(listener: () => void): () => void }) => lookup.subscribe(() => {})

/** Subscribes to a look-up until its response has arrived. */
async function visit(lookup: { subscribe(listener: () => void): () => void }): Promise<void> {
  const leave = show(lookup)
  await settleImports()
  leave()
}

describe('a look-up', () => {
  it('starts with its first subscriber and is ready when the response arrives [AUTH-55]', async () => {
    const { caller, lookups } = open()
    await settleImports()
    expect(caller.calls).toEqual([])
    expect(lookups.countries.get()).toEqual({ status: 'loading' })
    show(lookups.countries)
    await settleImports()
    expect(lookups.countries.get()).toEqual({ status: 'ready', value: [{ iso: 'CN', telCode: '86' }] })
    expect(caller.callsOf(getCountryList)[0]?.request).toEqual({})
  })

  it('of countries is stale after 24 h [AUTH-56]', async () => {
    const { caller, clock, lookups } = open()
    await visit(lookups.countries)
    await clock.advance(24 * hour - 1)
    await visit(lookups.countries)
    expect(caller.calls).toHaveLength(1)
    await clock.advance(1)
    await visit(lookups.countries)
    expect(caller.calls).toHaveLength(2)
  })

  it('of report reasons is requested per kind and language and is stale after 7 days [REPORT-10 REPORT-11 REPORT-12]', async () => {
    const { caller, clock, lookups } = open()
    caller.reply(getUserReasonList, answers([{ ID: 1, Reason: 'Spam' }]))
    caller.reply(getGroupReasonList, answers([]))
    const reasons = lookups.reportReasons('direct', 'en-US')
    expect(lookups.reportReasons('direct', 'en-US')).toBe(reasons)
    await visit(reasons)
    expect(reasons.get()).toEqual({ status: 'ready', value: [{ id: 1, text: 'Spam' }] })
    expect(caller.calls.map(({ path, request }) => [path, request])).toEqual([['/GetUserReasonList', {}]])
    expect(getUserReasonList.allowedCodes).toEqual([0, 1])
    await clock.advance(7 * 24 * hour - 1)
    await visit(reasons)
    expect(caller.calls).toHaveLength(1)
    await clock.advance(1)
    await visit(reasons)
    await visit(lookups.reportReasons('direct', 'zh-CN'))
    expect(caller.callsOf(getUserReasonList)).toHaveLength(3)
    await visit(lookups.reportReasons('group', 'en-US'))
    expect(caller.callsOf(getGroupReasonList)).toHaveLength(1)
  })

  it('of the config is fresh for 30 min and forgotten after 60 [ENDP-25]', async () => {
    const { caller, clock, lookups } = open()
    const value = {
      apiEndpoint: '',
      websocketEndpoint: 'wss://own.example/socket',
      appDownloadUrl: 'https://own.example/app',
    }
    await visit(lookups.config)
    await clock.advance(30 * minute - 1)
    await visit(lookups.config)
    expect(caller.callsOf(getConfig).map(({ request }) => request)).toEqual([{ config: 'endpoint' }])
    await clock.advance(1)
    const leave = show(lookups.config)
    expect(lookups.config.get()).toEqual({ status: 'ready', value })
    await settleImports()
    leave()
    expect(caller.callsOf(getConfig)).toHaveLength(2)
    await clock.advance(60 * minute + 1)
    show(lookups.config)
    expect(lookups.config.get()).toEqual({ status: 'loading' })
    await settleImports()
    expect(lookups.config.get()).toEqual({ status: 'ready', value })
  })

  it('of a person is stale after 1 min and shows the last response during a reload [HTTP-18 FRIEND-57]', async () => {
    const { caller, clock, lookups } = open()
    await visit(lookups.person('ben'))
    await clock.advance(60_000)
    show(lookups.person('ben'))
    expect(lookups.person('ben').get()).toMatchObject({
      status: 'ready',
      value: [{ userId: 8, nickname: 'Ben' }],
    })
    await settleImports()
    expect(caller.callsOf(searchUser).map(({ request }) => request)).toEqual([
      { Keyword: 'ben' },
      { Keyword: 'ben' },
    ])
  })

  it('without subscribers is dropped after 24 h [HTTP-18]', async () => {
    const { clock, lookups } = open()
    await visit(lookups.person('ben'))
    await clock.advance(24 * hour + 1)
    show(lookups.countries)
    await settleImports()
    show(lookups.person('ben'))
    expect(lookups.person('ben').get()).toEqual({ status: 'loading' })
  })

  it('without a match is an empty list', async () => {
    const { caller, lookups } = open()
    caller.reply(searchUser, { isOk: true, code: 1, message: 'noAccount', data: null })
    show(lookups.person('who'))
    await settleImports()
    expect(lookups.person('who').get()).toEqual({ status: 'ready', value: [] })
  })

  it('that failed has a reason and can be retried', async () => {
    const { caller, lookups } = open()
    caller.reply(searchUser, failureOf('network'))
    show(lookups.person('ben'))
    await settleImports()
    expect(lookups.person('ben').get()).toEqual({ status: 'failed', rejection: { key: 'errors.network' } })
    caller.reply(searchUser, answers([{ UID: 8 }]))
    lookups.person('ben').reload()
    await settleImports()
    expect(lookups.person('ben').get()).toMatchObject({ status: 'ready' })
  })

  it('is requested once for any number of screens', async () => {
    const { caller, lookups } = open()
    for (const _ of [1, 2, 3]) show(lookups.countries)
    await settleImports()
    expect(caller.calls).toHaveLength(1)
  })
})
