import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationId } from '#schemas/ids.ts'
import { message } from '#server/store/schema/index.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

const secret = 'meet me at the bridge'

let world: InProcessWorld
let anna: Person
let ben: Person
let id: ConversationId
beforeAll(async () => {
  world = await InProcessWorld.open()
  ;[anna, ben] = [world.start(), world.start()]
  await signUp(world, anna, '13800000001')
  await signUp(world, ben, '13800000002')
  id = await befriend(world, anna, ben)
}, 60_000)
afterAll(async () => {
  for (const person of [anna, ben]) await world.finished(person.client.dispose())
  await world.backend.close()
})

const rowOf = (person: Person) =>
  accountOf(person)
    .conversations.get()
    .find((row) => row.id === id)
const timerOf = (person: Person) => rowOf(person)?.timerSeconds
const tables = async () => JSON.stringify(await world.backend.database.select().from(message))

/** Everything on a device that could contain a text: the disk and the rendered views. */
const readable = (person: Person): string => person.disk.toJson() + JSON.stringify(rowOf(person))

describe('disappearing messages between two clients and the real backend', () => {
  it('applies to both people when one sets it, shows a toast, and remembers the timer while it is off [BURN-02 BURN-03 BURN-06 SESS-33]', async () => {
    const set = (seconds: number) => world.finished(accountOf(anna).setDisappearingTimer(id, seconds))
    expect(rowOf(anna)).toMatchObject({ timerSeconds: 0, initialTimerSeconds: 86_400 })
    expect(await set(100)).toEqual({ isOk: true, value: undefined })
    expect(timerOf(anna)).toBe(90)
    expect(anna.notices.at(-1)).toEqual({ kind: 'success', text: 'Messages vanish after being read.' })
    await world.until('the other side has heard', () => timerOf(ben) === 90)
    expect(await set(0)).toMatchObject({ isOk: true })
    expect(rowOf(anna)).toMatchObject({ timerSeconds: 0, initialTimerSeconds: 90 })
    await world.until('the other side has heard', () => timerOf(ben) === 0)
    expect(rowOf(ben)).toMatchObject({ timerSeconds: 0, initialTimerSeconds: 90 })
  })

  it('shows a failure and changes nothing if the timer cannot be set', async () => {
    anna.environment.set({ isOnline: false })
    expect(await world.finished(accountOf(anna).setDisappearingTimer(id, 30))).toMatchObject({ isOk: false })
    expect(anna.notices.at(-1)).toMatchObject({ kind: 'error' })
    expect(timerOf(anna)).toBe(0)
    anna.environment.set({ isOnline: true })
    await world.until('connected', () => accountOf(anna).connection.get().status === 'connected')
  })

  it('removes a read message from both devices and the table half a minute later [BURN-01 BURN-09 BURN-10 BURN-12]', async () => {
    await world.finished(accountOf(anna).setDisappearingTimer(id, 30))
    await world.finished(accountOf(anna).dispatch({ type: 'SendText', conversationId: id, text: secret }))
    await world.until('it has come', () => rowOf(ben)?.lastMessage?.body === secret)
    await world.clock.advance(60_000)
    expect(readable(anna) + readable(ben)).toContain(secret)

    const upTo = rowOf(ben)?.lastMessage?.serverId
    if (upTo === undefined) throw new Error('No message')
    await world.finished(accountOf(ben).dispatch({ type: 'MarkRead', conversationId: id, upTo }))
    await world.until('it is read', () => rowOf(anna)?.lastMessage?.state === 'read')
    await world.clock.advance(25_000)
    for (const person of [anna, ben]) expect(rowOf(person)?.lastMessage?.body).toBe(secret)
    await world.clock.advance(8000)
    for (const person of [anna, ben]) {
      expect(readable(person)).not.toContain(secret)
      expect(rowOf(person)?.lastMessage?.type).toBe('notice')
    }
    expect(await tables()).toContain(secret)
    await world.backend.server.sweep()
    expect(await tables()).not.toContain(secret)
    expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
  })
})
