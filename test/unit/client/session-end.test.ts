import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInspection, type Inspection } from '#src/inspection/inspection.ts'
import { isSignal } from '#src/inspection/time-travel.ts'
import { accountOf, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

const phone = { telCode: '86', phone: '13800000001' }
let world: InProcessWorld
let ann: Person
let inspection: Inspection

beforeAll(async () => {
  world = await InProcessWorld.open()
  inspection = createInspection({
    tab: 'abcd',
    clock: world.clock,
    visibility: { isOnline: () => true, isVisible: () => true },
    path: () => '/messages',
    isAlwaysWatched: true,
  })
  ann = world.start(undefined, inspection)
  await signUp(world, ann, phone.phone)
}, 60_000)
afterAll(async () => {
  await world.finished(ann.client.dispose())
  await world.backend.close()
})

const view = () => ann.client.authentication.view.get()
const isConnected = () => ann.client.account.get()?.connection.get().status === 'connected'
const signInWith = (person: Person, password: string) =>
  world.finished(person.client.authentication.signInWithPassword(phone, password))

describe('the end of a sign-in', () => {
  it('is the person’s own after a first password, and the next sign-in lasts [AUTH-36 AUTH-54]', async () => {
    const { authentication } = ann.client
    const settings = await accountOf(ann).loadOwnSettings()
    expect(await world.finished(settings.setPassword('first horse'))).toMatchObject({ isOk: true })
    await world.finished(authentication.signOut())
    expect(view()).toMatchObject({ status: 'signed-out', accounts: [], alertKey: undefined })

    expect(await signInWith(ann, 'first horse')).toMatchObject({ isOk: true })
    await world.until('connected', isConnected)
    await world.clock.advance(10_000)
    expect(view()).toMatchObject({ status: 'signed-in', alertKey: undefined })
    expect(ann.faults).toEqual([])
  })

  it('is an event that the leader sends to the auth machine, after a sign-in elsewhere ends it [SOCK-59]', async () => {
    const other = world.start()
    expect(await signInWith(other, 'first horse')).toMatchObject({ isOk: true })
    await world.until(
      'the other is connected',
      () => accountOf(other).connection.get().status === 'connected',
    )
    const settings = await accountOf(other).loadOwnSettings()
    expect(await world.finished(settings.checkPassword('first horse'))).toMatchObject({ isOk: true })
    expect(await world.finished(settings.setPassword('second horse'))).toMatchObject({ isOk: true })
    await world.until('the alert', () => view().alertKey !== undefined)

    const signals = inspection.report(0).steps.filter(isSignal)
    const leader = signals.findLast(({ machine }) => machine === 'leader')?.session
    const ends = signals.filter(({ machine, type }) => machine === 'auth' && type === 'session.failed')
    expect(ends.map(({ sender }) => sender)).toEqual([leader])
    await world.finished(other.client.dispose())
  })
})
