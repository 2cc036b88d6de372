import { expect } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { InProcessWorld, Person } from './in-process-world.ts'

/** The signed-in account; throws when there is none. */
export const accountOf = (person: Person): AccountClient => {
  const account = person.client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return account
}

/** Signs a new person up and waits for the connection. */
export async function signUp(world: InProcessWorld, person: Person, phone: string): Promise<void> {
  const number = { telCode: '86', phone }
  const { authentication } = person.client
  expect(await world.finished(authentication.sendCode(number, 'sign-up'))).toMatchObject({ isOk: true })
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  expect(await world.finished(authentication.signUp(number, code))).toMatchObject({ isOk: true })
  await world.until('connected', () => person.client.account.get()?.connection.get().status === 'connected')
}

/** Signs in a person who has signed up before. */
export async function signIn(world: InProcessWorld, person: Person, phone: string): Promise<void> {
  const number = { telCode: '86', phone }
  const { authentication } = person.client
  await world.clock.advance(61_000)
  expect(await world.finished(authentication.sendCode(number, 'other'))).toMatchObject({ isOk: true })
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  expect(await world.finished(authentication.signInWithCode(number, code))).toMatchObject({ isOk: true })
}

/** Makes two people friends and resolves with their conversation. */
export async function befriend(world: InProcessWorld, one: Person, other: Person): Promise<ConversationId> {
  const application = { userId: accountOf(other).userId, remark: 'hello', chatId: '', source: 'Search' }
  expect(await world.finished(accountOf(one).contacts.apply(application))).toMatchObject({ isOk: true })
  await world.until('the application', () => accountOf(other).applications.get().pending.length === 1)
  const [pending] = accountOf(other).applications.get().pending
  if (!pending) throw new Error('No application')
  const accepted = await world.finished(accountOf(other).contacts.accept(pending.applicationId))
  expect(accepted).toMatchObject({ isOk: true })
  await world.until('conversations', () =>
    [one, other].every((person) => accountOf(person).conversations.get().length === 1),
  )
  const id = accountOf(one).conversations.get()[0]?.id
  if (!id) throw new Error('No conversation')
  return id
}
