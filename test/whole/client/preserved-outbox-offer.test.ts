import { afterAll, beforeEach, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { quoteOf } from '#domain/message/timeline-message.ts'
import { signInSession } from '#server/store/schema/accounts.ts'
import { accountOf, befriend, signUp } from '#test/unit/client/acquaintance.ts'
import { InProcessWorld, type Person } from '#test/unit/client/in-process-world.ts'

const opened: InProcessWorld[] = []
let world: InProcessWorld
beforeEach(async () => {
  world = await InProcessWorld.open()
  opened.push(world)
}, 60_000)
afterAll(async () => {
  for (const { backend } of opened) await backend.close()
})

const annsPhone = { telCode: '86', phone: '13800000001' }

async function friends() {
  const [ann, ben] = [world.start(), world.start()]
  await signUp(world, ann, annsPhone.phone)
  await signUp(world, ben, '13800000002')
  return { ann, ben, id: await befriend(world, ann, ben) }
}

/** Revokes Ann's session while she writes, which forces a sign-out. */
async function showOut({ client, environment }: Person): Promise<void> {
  await world.backend.database.update(signInSession).set({ revokedAt: 1 })
  environment.set({ isOnline: true, isDeaf: false })
  await world.until('the alert', () => client.authentication.view.get().alertKey === 'errors.log-out')
  client.authentication.acceptForcedSignOut()
  await world.until('signed out', () => client.authentication.view.get().status === 'signed-out')
  await world.clock.advance(3000)
}

async function signInAgain({ client, notices }: Person): Promise<void> {
  await world.clock.advance(60_000)
  await world.finished(client.authentication.sendCode(annsPhone, 'other'))
  const code = notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  await world.finished(client.authentication.signInWithCode(annsPhone, code))
}

const offered = ({ client }: Person) => client.account.get()?.preservedOutbox.messages.get() ?? []

it('the preserved outbox is offered after the next sign-in and sent once (DEC-101 DEC-115)', async () => {
  const { ann, id } = await friends()
  ann.environment.set({ isOnline: false })
  await world.finished(accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text: 'too late' }))
  expect(ann.client.authentication.unsentCount()).toBe(1)
  await showOut(ann)
  expect(ann.disk.toJson()).not.toContain('hello')

  await signInAgain(ann)
  await world.until('the offer', () => offered(ann).length === 1)
  expect(offered(ann)).toMatchObject([{ body: 'too late' }])
  expect(await world.finished(accountOf(ann).preservedOutbox.send())).toMatchObject({ isOk: true })
  expect(offered(ann)).toEqual([])
  const screen = accountOf(ann).openTimeline(id, openTimelineHandle)
  const sent = () => screen.view.get().messages.filter(({ body }) => body === 'too late')
  await world.until('it is sent', () => sent()[0]?.state === 'sent')
  expect(sent()).toHaveLength(1)
})

it('the preserved outbox offers no message that the server has, and keeps quotes (DEC-101 DEC-115)', async () => {
  const { ann, ben, id } = await friends()
  await world.finished(accountOf(ben).dispatch({ type: 'SendText', conversationId: id, text: 'a question' }))
  const before = accountOf(ann).openTimeline(id, openTimelineHandle)
  const question = () => before.view.get().messages.find(({ body }) => body === 'a question')
  await world.until('the question', () => question() !== undefined)
  const asked = question()
  const quote = asked && quoteOf(asked)
  ann.environment.set({ isDeaf: true })
  const write = (text: string) =>
    world.finished(
      accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text, ...(quote && { quote }) }),
    )
  await write('taken')
  const atBen = accountOf(ben).openTimeline(id, openTimelineHandle)
  await world.until('the response', () => atBen.view.get().messages.some(({ body }) => body === 'taken'))
  ann.environment.set({ isOnline: false })
  await write('too late')
  expect(ann.client.authentication.unsentCount()).toBe(2)
  await showOut(ann)

  await signInAgain(ann)
  await world.until('the offer', () => offered(ann).length > 0)
  expect(offered(ann)).toMatchObject([{ body: 'too late' }])
  expect(await world.finished(accountOf(ann).preservedOutbox.send())).toMatchObject({ isOk: true })
  const after = accountOf(ann).openTimeline(id, openTimelineHandle)
  const own = () => after.view.get().messages.filter(({ body }) => body === 'taken' || body === 'too late')
  await world.until('both are there', () => own().filter(({ state }) => state === 'sent').length === 2)
  expect(own()).toHaveLength(2)
  expect(own()[0]).toMatchObject({ body: 'taken', quote: { text: 'a question' } })
})

it('the preserved outbox offers undecided messages again after another forced sign-out (DEC-101 DEC-115)', async () => {
  const { ann, id } = await friends()
  const writeOffline = async (text: string) => {
    ann.environment.set({ isOnline: false })
    await world.finished(accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text }))
    await showOut(ann)
    await signInAgain(ann)
  }
  await writeOffline('first')
  await world.until('the offer', () => offered(ann).length === 1)
  await world.until('the conversation', () => accountOf(ann).conversations.get().length === 1)
  await writeOffline('second')
  await world.until('both are offered', () => offered(ann).length === 2)
  expect(offered(ann)).toMatchObject([{ body: 'first' }, { body: 'second' }])
})

it('a text is offered for copying if the friend ended the empty conversation before it was sent (DEC-230)', async () => {
  const [ann, ben] = [world.start(), world.start()]
  await signUp(world, ann, annsPhone.phone)
  await signUp(world, ben, '13800000002')
  const id = await befriend(world, ann, ben)
  ann.environment.set({ isOnline: false })
  await world.finished(accountOf(ann).dispatch({ type: 'SendText', conversationId: id, text: 'too late' }))
  const { remove } = await accountOf(ben).loadFriendChanges()
  expect(await world.finished(remove(accountOf(ann).userId))).toMatchObject({ isOk: true })
  ann.environment.set({ isOnline: true })
  await world.until('the removal', () => accountOf(ann).conversations.get().length === 0)
  await world.until('the offer', () => accountOf(ann).preservedOutbox.undeliverable.get().length === 1)
  expect(accountOf(ann).preservedOutbox.undeliverable.get()).toMatchObject([{ body: 'too late' }])
  expect(ann.client.authentication.unsentCount()).toBe(0)
})
