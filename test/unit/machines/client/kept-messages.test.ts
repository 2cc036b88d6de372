import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInSession } from '#server/store/schema/accounts.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(() => world.backend.close())

it('offers after the next sign-in what a refused refresh left unsent, and sends it once (DEC-101 DEC-115)', async () => {
  const [ann, ben] = [world.start(), world.start()]
  await signUp(world, ann, '13800000001')
  await signUp(world, ben, '13800000002')
  const id = await befriend(world, ann, ben)
  ann.surroundings.set({ isOnline: false })
  await world.finished(accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text: 'too late' }))
  expect(ann.client.authentication.unsentCount()).toBe(1)
  await world.backend.database.update(signInSession).set({ revokedAt: 1 })
  ann.surroundings.set({ isOnline: true })
  await world.until('the alert', () => ann.client.authentication.view.get().alertKey === 'errors.log-out')
  ann.client.authentication.acceptForcedSignOut()
  await world.until('signed out', () => ann.client.authentication.view.get().status === 'signed-out')
  await world.clock.advance(3000)
  expect(ann.disk.toJson()).not.toContain('hello')

  const phone = { telCode: '86', phone: '13800000001' }
  await world.clock.advance(60_000)
  await world.finished(ann.client.authentication.sendCode(phone, 'other'))
  const code = ann.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  await world.finished(ann.client.authentication.signInWithCode(phone, code))
  await world.until('the offer', () => ann.client.account.get()?.kept.messages.get().length === 1)
  expect(accountOf(ann).kept.messages.get()).toMatchObject([{ body: 'too late' }])
  expect(await world.finished(accountOf(ann).kept.send())).toMatchObject({ isOk: true })
  expect(accountOf(ann).kept.messages.get()).toEqual([])
  const screen = accountOf(ann).openTimeline(id)
  const sent = () => screen.view.get().messages.filter(({ body }) => body === 'too late')
  await world.until('it is sent', () => sent()[0]?.state === 'sent')
  expect(sent()).toHaveLength(1)
})
