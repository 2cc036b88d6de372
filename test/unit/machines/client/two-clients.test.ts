import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

async function signUp(person: Person, phone: string): Promise<void> {
  const number = { telCode: '86', phone }
  const { authentication } = person.client
  expect(await world.finished(authentication.sendCode(number, 'sign-up'))).toMatchObject({ isOk: true })
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  expect(await world.finished(authentication.signUp(number, code))).toMatchObject({ isOk: true })
  await world.until('connected', () => person.client.account.get()?.connection.get().status === 'connected')
}

const accountOf = (person: Person) => {
  const account = person.client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return account
}

describe('two clients and the real backend', () => {
  it('sign up, befriend and chat', async () => {
    const [anna, ben] = [world.start(), world.start()]
    await signUp(anna, '13800000001')
    await signUp(ben, '13800000002')

    const application = { userId: accountOf(ben).userId, remark: 'hello', chatId: '', source: 'Search' }
    expect(await world.finished(accountOf(anna).contacts.apply(application))).toMatchObject({ isOk: true })
    await world.until('the application', () => accountOf(ben).applications.get().pending.length === 1)
    const [pending] = accountOf(ben).applications.get().pending
    if (!pending) throw new Error('No application')
    expect(await world.finished(accountOf(ben).contacts.accept(pending.applicationId))).toMatchObject({
      isOk: true,
    })
    await world.until('conversations', () =>
      [anna, ben].every((person) => accountOf(person).conversations.get().length === 1),
    )
    const id = accountOf(anna).conversations.get()[0]?.id
    if (!id) throw new Error('No conversation')
    const [annaScreen, benScreen] = [accountOf(anna).openTimeline(id), accountOf(ben).openTimeline(id)]
    for (let at = 0; at < 5; at++) {
      for (const [person, name] of [
        [anna, 'anna'],
        [ben, 'ben'],
      ] as const) {
        const text = `${name} ${at}`
        await world.finished(accountOf(person).dispatch({ type: 'SendText', conversationId: id, text }))
        const bodies = () =>
          benScreen.view.get().messages.filter(({ state }) => state === 'sent' || state === 'read')
        await world.until(text, () => bodies().at(-1)?.body === text)
      }
    }
    await world.until('all is sent', () =>
      annaScreen.view.get().messages.every(({ state }) => state === 'sent'),
    )
    const texts = (screen: typeof annaScreen) => screen.view.get().messages.map(({ body }) => body)
    expect(texts(annaScreen)).toEqual(texts(benScreen))
    expect(texts(annaScreen)).toHaveLength(10)
    expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
    await world.finished(anna.client.dispose())
    await world.finished(ben.client.dispose())
  })
})
