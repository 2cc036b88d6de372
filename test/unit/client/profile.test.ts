import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpPort, HttpResponse } from '#streams/ports.ts'
import { accountOf, signIn, signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

/** Computes the first response about the person immediately and delays it until the test releases it. */
class SlowProfile {
  isHeld = false
  letThrough: () => void = () => {}

  watch(http: HttpPort): HttpPort {
    return {
      request: async (request) => {
        const answer = await http.request(request)
        return request.url.endsWith('/GetUserInfo') && !this.isHeld ? this.hold(answer) : answer
      },
    }
  }

  private hold(answer: HttpResponse): Promise<HttpResponse> {
    this.isHeld = true
    return new Promise((resolve) => {
      this.letThrough = () => resolve(answer)
    })
  }
}

it('a stale response does not revert a new nickname [AUTH-12]', async () => {
  const slow = new SlowProfile()
  const onlooker = {
    inspect: () => {},
    observe: <Watched extends { readonly http: HttpPort }>(ports: Watched): Watched => ({
      ...ports,
      http: slow.watch(ports.http),
    }),
  }
  const ann = world.start(undefined, onlooker)
  await signUp(world, ann, '13800000009')
  await world.until('the profile is asked for', () => slow.isHeld)
  const account = accountOf(ann)
  await world.finished(account.rename('Ann'))
  expect(account.profile.get()?.nickname).toBe('Ann')
  slow.letThrough()
  await world.clock.advance(2000)
  await world.until('the late response is settled', () => account.connection.get().status === 'connected')
  expect(account.profile.get()?.nickname).toBe('Ann')
  expect(ann.faults).toEqual([])
  await world.finished(ann.client.dispose())
})

it('a new signature is trimmed and reaches the other devices of the account [ME-12 ME-16 ME-18]', async () => {
  const [phone, laptop] = [world.start(), world.start()]
  await signUp(world, phone, '13800000010')
  await signIn(world, laptop, '13800000010')
  const profiles = () => [phone, laptop].map((device) => device.client.account.get()?.profile.get())
  await world.until('both know the profile', () => !profiles().includes(undefined))
  await world.until(
    'the laptop is connected',
    () => accountOf(laptop).connection.get().status === 'connected',
  )
  expect(await world.finished(accountOf(phone).changeSignature('  Rice paper '))).toMatchObject({
    isOk: true,
  })
  await world.until('the laptop shows it', () => profiles()[1]?.signature === 'Rice paper')
  expect(profiles()[0]).toEqual(profiles()[1])
  expect(profiles()[0]).toMatchObject({
    ...{ nickname: 'User0010', signature: 'Rice paper', avatarUrl: '' },
    ...{ telCode: '86', phone: '13800000010', chatId: expect.stringMatching(/./) },
  })
  expect(await world.finished(accountOf(phone).changeSignature('x'.repeat(51)))).toMatchObject({
    rejection: { key: 'errors.string.max-length', field: 'signature', values: { count: 50 } },
  })
  expect([phone.faults, laptop.faults]).toEqual([[], []])
  await world.finished(phone.client.dispose())
  await world.finished(laptop.client.dispose())
})
