import { describe, expect, it } from 'vitest'
import { notifyFileEndpointDomainChange } from '#schemas/wire/calls/system.ts'
import { reportFileDomainResult, watchFileDomains } from '#streams/endpoints/file-domain.ts'
import { failureOf } from '#streams/http/call-result.ts'
import type { Credentials } from '#streams/http/request.ts'
import { answers, createFakeCaller } from '#test/unit/machines/fake-caller.ts'
import { SimulatedClock, settle } from '#test/unit/machines/simulated-clock.ts'

function open() {
  const caller = createFakeCaller()
  const clock = new SimulatedClock()
  const state: { credentials: Credentials | undefined } = { credentials: { userId: 7, token: 'token-1' } }
  caller.reply(notifyFileEndpointDomainChange, answers(null))
  const parts = { caller, clock, credentials: { current: () => state.credentials } }
  return {
    caller,
    clock,
    parts,
    state,
    domains: watchFileDomains(parts),
    told: () => caller.callsOf(notifyFileEndpointDomainChange).map(({ request }) => request),
  }
}

describe('another file domain', () => {
  it('is reported to the server by its Domain, once, and only if it changed [ENDP-26] (DEC-73)', async () => {
    const { domains, told } = open()
    for (const host of ['one', 'one', 'two', 'two', 'one']) {
      domains.onProbed(`https://${host}.example/files`, 'true')
      await settle()
    }
    expect(told()).toEqual([{ Domain: 'two.example' }, { Domain: 'one.example' }])
  })

  it('is reported again at the next check if the server could not be reached', async () => {
    const { caller, domains, told } = open()
    caller.reply(notifyFileEndpointDomainChange, failureOf('network'))
    domains.onProbed('https://one.example', 'true')
    domains.onProbed('https://two.example', 'true')
    await settle()
    domains.onProbed('https://two.example', 'true')
    await settle()
    expect(told()).toEqual([{ Domain: 'two.example' }, { Domain: 'two.example' }])
  })

  it.each(['fetch', 'health', 'display'] as const)(
    'is not reported for the result %s [ENDP-27]',
    async (result) => {
      const { parts, told } = open()
      expect(await reportFileDomainResult(parts, 'one.example', result)).toBeUndefined()
      expect(told()).toEqual([])
    },
  )

  it('fails with code -1 and NOT_AUTHENTICATED without an account, and nothing is sent [ENDP-28]', async () => {
    const { parts, state, told } = open()
    state.credentials = undefined
    expect(await reportFileDomainResult(parts, 'one.example', 'true')).toMatchObject({
      isOk: false,
      failure: { kind: 'not-authenticated', code: -1, rejection: { code: -1, text: 'NOT_AUTHENTICATED' } },
    })
    expect(told()).toEqual([])
  })
})

describe('checks of file domains', () => {
  it('are recorded with the result true, fetch or health and their time [ENDP-29]', () => {
    const { clock, domains } = open()
    const results = ['true', 'fetch', 'health'] as const
    for (const result of results) domains.onProbed('https://one.example:8443/files', result)
    expect(domains.records()).toEqual(
      results.map((result) => ({ domain: 'one.example:8443', result, at: clock.now() })),
    )
  })

  it('are kept in a number that does not grow', () => {
    const { domains } = open()
    for (let count = 0; count < 50; count++) domains.onProbed(`https://host-${count}.example`, 'fetch')
    expect(domains.records().map(({ domain }) => domain)).toEqual(
      Array.from({ length: 12 }, (_, index) => `host-${index + 38}.example`),
    )
  })
})
