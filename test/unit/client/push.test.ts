import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceToken } from '#server/store/schema/index.ts'
import { describePayload } from '#src/inspection/redaction.ts'
import { createPushProvider, setting } from '../machines/notification/push-provider.ts'
import { signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(() => world.backend.close())

const held = async () => (await world.backend.database.select().from(deviceToken)).map(({ token }) => token)

function start(push: ReturnType<typeof createPushProvider>, isOn: boolean) {
  const signals: string[] = []
  const paths: string[] = []
  const person = world.start(
    undefined,
    {
      inspect: (event) =>
        void signals.push(...('event' in event ? describePayload(event.event) : []), event.type),
      observe: (ports) => ({
        ...ports,
        push: push.provider,
        http: {
          async request(request) {
            const answer = await ports.http.request(request)
            paths.push(new URL(request.url).pathname)
            return answer
          },
        },
      }),
    },
    isOn ? setting : undefined,
  )
  return { paths, person, signals }
}

it('the push token is sent after a sign-in and revoked at the sign-out [NOTIF-14 NOTIF-16 AUTH-36]', async () => {
  const push = createPushProvider('secret-token')
  const { paths, person, signals } = start(push, true)
  await world.clock.advance(10_000)
  expect([push.asked, await held()]).toEqual([[], []])
  await signUp(world, person, '13600000001')
  await world.until('the token is sent', () => paths.some((path) => path.endsWith('/UpdateDeviceToken')))
  expect([push.asked, await held()]).toEqual([[setting], ['secret-token']])
  expect(signals.length).toBeGreaterThan(0)
  expect(JSON.stringify([signals, person.faults])).not.toContain('secret-token')

  await world.finished(person.client.authentication.signOut())
  await world.until('the server has heard', () => paths.at(-1)?.endsWith('/Logout') === true)
  expect(paths.at(-2)).toMatch(/\/UpdateDeviceToken$/)
  expect([await held(), push.listeners.size]).toEqual([[], 0])
  await world.finished(person.client.dispose())
})

it('the push token is never requested without a push configuration (DEC-102) [NOTIF-16]', async () => {
  const push = createPushProvider('secret-token')
  const { paths, person } = start(push, false)
  await signUp(world, person, '13600000002')
  await world.finished(person.client.authentication.signOut())
  await world.until('the server has heard', () => paths.at(-1)?.endsWith('/Logout') === true)
  expect([push.asked, paths.filter((path) => path.endsWith('/UpdateDeviceToken'))]).toEqual([[], []])
  await world.finished(person.client.dispose())
})
