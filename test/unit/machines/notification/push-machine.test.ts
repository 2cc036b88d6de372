import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createPushMachine, type PushServices } from '#machines/notification/push-machine.ts'
import { updateDeviceToken } from '#schemas/wire/calls/notifications.ts'
import { answers, createFakeCaller, rejects } from '../fake-caller.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'
import { createPushProvider, setting } from './push-provider.ts'

const fiveMinutes = 5 * 60_000

async function open(token: string | undefined, more: Partial<PushServices> = {}) {
  const [clock, caller, push] = [new SimulatedClock(), createFakeCaller(), createPushProvider(token)]
  const faults: string[] = []
  caller.reply(updateDeviceToken, answers(null))
  const services: PushServices = {
    provider: push.provider,
    setting,
    caller,
    report: { fault: ({ kind, detail, cause }) => void faults.push(`${kind} ${detail} ${cause}`) },
    ...more,
  }
  const actor = createActor(createPushMachine(services), { clock })
  actor.start()
  await settle()
  const sent = () => caller.callsOf(updateDeviceToken).map(({ request }) => request)
  return { ...push, actor, caller, clock, faults, sent, state: () => actor.getSnapshot().value }
}

describe('a device token', () => {
  it('is requested with the vapid key and the config, and sent [NOTIF-14 NOTIF-16]', async () => {
    const { asked, sent, state } = await open('token-a')
    expect(asked).toEqual([{ vapidKey: 'BPk', config: { app: 'one' } }])
    expect([sent(), state()]).toEqual([[{ DToken: 'token-a' }], { on: 'sent' }])
  })

  it.each([
    ['config', { setting: undefined }],
    ['provider', { provider: undefined }],
  ])('is not requested without a %s, and the machine ends (DEC-102) [NOTIF-16]', async (_, missing) => {
    const { actor, asked, listeners, sent } = await open('token-a', missing)
    expect([asked, sent(), listeners.size]).toEqual([[], [], 0])
    expect(actor.getSnapshot().status).toBe('done')
  })

  it('is sent as soon as there is one [NOTIF-14]', async () => {
    const { clock, offer, sent, state } = await open(undefined)
    await clock.advance(fiveMinutes * 10)
    expect([sent(), state()]).toEqual([[], { on: 'tokenless' }])
    offer('token-a')
    await settle()
    expect([sent(), state()]).toEqual([[{ DToken: 'token-a' }], { on: 'sent' }])
  })

  it('is sent again only when it has changed [NOTIF-14]', async () => {
    const { offer, sent } = await open('token-a')
    for (const token of ['token-a', 'token-b', 'token-b']) {
      offer(token)
      await settle()
    }
    expect(sent()).toEqual([{ DToken: 'token-a' }, { DToken: 'token-b' }])
  })

  it('that the provider does not return is requested again after 5 minutes [NOTIF-14]', async () => {
    const { asked, clock, faults, sent, setFailing, offer } = await open(undefined)
    setFailing(true)
    offer('token-a')
    await settle()
    expect(faults).toEqual(['push no device token was had Error: the provider fails'])
    setFailing(false)
    await clock.advance(fiveMinutes - 1)
    expect([asked.length, sent()]).toEqual([2, []])
    await clock.advance(1)
    expect(sent()).toEqual([{ DToken: 'token-a' }])
  })

  it('that the server does not take is sent again after 5 minutes [NOTIF-14]', async () => {
    const { caller, clock, offer, sent, state } = await open(undefined)
    caller.reply(updateDeviceToken, rejects(5))
    offer('token-a')
    await settle()
    expect(state()).toEqual({ on: 'failed' })
    caller.reply(updateDeviceToken, answers(null))
    await clock.advance(fiveMinutes)
    expect([sent(), state()]).toEqual([[{ DToken: 'token-a' }, { DToken: 'token-a' }], { on: 'sent' }])
  })

  it('that is longer than the server takes is not sent, and never reported itself', async () => {
    const long = 'x'.repeat(4097)
    const { faults, sent, state } = await open(long)
    expect([sent(), state(), faults.length]).toEqual([[], { on: 'failed' }, 1])
    expect(faults.join()).not.toContain('xx')
    expect((await open(long.slice(1))).sent()).toHaveLength(1)
  })

  it('is dropped when the account is closed: no event, request or send follows', async () => {
    const { actor, asked, clock, listeners, sent } = await open(undefined)
    actor.stop()
    await clock.advance(fiveMinutes)
    expect([listeners.size, asked.length, sent()]).toEqual([0, 1, []])
  })
})
