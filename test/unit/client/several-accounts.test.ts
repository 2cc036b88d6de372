import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import { unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import { type ConversationId, conversationId, type UserId } from '#schemas/ids.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

// One device for all tests, because to sign up three people takes seconds.
let world: InProcessWorld
let opened: Awaited<ReturnType<typeof openDevice>>
beforeAll(async () => {
  world = await InProcessWorld.open()
  opened = await openDevice()
}, 60_000)
afterAll(async () => {
  for (const { client } of [opened.device, opened.cid]) await world.finished(client.dispose())
  await world.backend.close()
})

const runningIn = (device: Person, account: UserId): AccountClient | undefined =>
  device.client.accounts.get().find(({ userId }) => userId === account)

const unreadOf = (device: Person, account: UserId): number | undefined => {
  const running = runningIn(device, account)
  return running && unmutedUnreadTotal(running.conversations.get())
}

/** A device with the accounts of Anna and Ben, of which Ben's is open, and Cid, who is a friend of both. */
async function openDevice() {
  const [device, cid] = [world.start(), world.start()]
  await signUp(world, cid, '13800000003')
  const add = async (phone: string) => {
    await world.clock.advance(61_000)
    await signUp(world, device, phone)
    return accountOf(device)
  }
  const anna = await add('13800000001')
  const withAnna = await befriend(world, device, cid)
  const ben = await add('13800000002')
  const apply = { userId: ben.userId, remark: 'hello', chatId: '', source: 'Search' }
  await world.finished(accountOf(cid).contacts.apply(apply))
  await world.until('Cid applies', () => ben.applications.get().pending.length === 1)
  const application = ben.applications.get().pending[0]
  if (!application) throw new Error('No application')
  await world.finished(ben.contacts.accept(application.applicationId))
  await world.until('Cid and Ben are friends', () => accountOf(cid).conversations.get().length === 2)
  const withBen = accountOf(cid)
    .conversations.get()
    .find(({ id }) => id !== withAnna)?.id
  if (!withBen) throw new Error('No conversation')
  const say = (conversationId: ConversationId, text: string) =>
    world.finished(accountOf(cid).dispatch({ type: 'SendText', conversationId, text }))
  await world.until('Anna runs', () => runningIn(device, anna.userId) !== undefined)
  return { device, cid, anna: anna.userId, ben: ben.userId, withAnna, withBen, say }
}

it('messages for the accounts in the background arrive, and a switch shows them immediately [AUTH-17]', async () => {
  const { device, anna, ben, say, withAnna, withBen } = opened
  expect(accountOf(device).userId).toBe(ben)
  const before = unreadOf(device, anna) ?? 0
  const beforeOfBen = unreadOf(device, ben) ?? 0
  await say(withAnna, 'to Anna')
  await say(withBen, 'to Ben')
  await world.until('both unread', () => unreadOf(device, anna) === before + 1)
  await world.until('both unread', () => unreadOf(device, ben) === beforeOfBen + 1)
  expect(
    accountOf(device)
      .conversations.get()
      .map(({ id }) => id),
  ).toEqual([withBen])

  const inBackground = runningIn(device, anna)
  expect(await world.finished(device.client.authentication.choose(anna))).toMatchObject({ isOk: true })
  expect(accountOf(device)).toBe(inBackground)
  expect(accountOf(device).connection.get().status).toBe('connected')
  expect(accountOf(device).conversations.get()[0]).toMatchObject({ id: withAnna, unreadCount: before + 1 })
  expect(runningIn(device, ben)?.connection.get().status).toBe('connected')
  expect(device.faults).toEqual([])
})

it('a message of the previous account is sent after the switch [AUTH-17]', async () => {
  const { device, cid, anna, ben, withBen } = opened
  await world.finished(device.client.authentication.choose(ben))
  device.environment.set({ isOnline: false })
  const sending = accountOf(device).dispatch({ type: 'SendText', conversationId: withBen, text: 'late' })
  await world.finished(sending)
  await world.finished(device.client.authentication.choose(anna))
  const { unsentCount } = device.client.authentication
  expect([unsentCount(), unsentCount(ben), unsentCount('all')]).toEqual([0, 1, 1])
  device.environment.set({ isOnline: true })
  await world.until('it arrives', () =>
    accountOf(cid)
      .conversations.get()
      .some(({ id, lastMessage }) => id === withBen && lastMessage?.body === 'late'),
  )
  expect(runningIn(device, ben)?.userId).toBe(ben)
})

it('an edit of the previous account counts as unsent and is sent after the switch', async () => {
  const { device, anna, ben, withBen } = opened
  await world.finished(device.client.authentication.choose(ben))
  const account = accountOf(device)
  const lastMessage = () => account.conversations.get().find(({ id }) => id === withBen)?.lastMessage
  await world.finished(account.dispatch({ type: 'SendText', conversationId: withBen, text: 'late' }))
  await world.until('it is sent', () => lastMessage()?.serverId !== undefined)
  const serverId = lastMessage()?.serverId
  if (serverId === undefined) throw new Error('Nothing was sent')
  device.environment.set({ isOnline: false })
  const edit = { type: 'EditMessage', conversationId: withBen, serverId, text: 'later' } as const
  await world.finished(account.dispatch(edit))
  await world.finished(device.client.authentication.choose(anna))
  const { unsentCount } = device.client.authentication
  expect([unsentCount(), unsentCount(ben)]).toEqual([0, 1])
  device.environment.set({ isOnline: true })
  await world.until('the edit is confirmed', () => unsentCount(ben) === 0)
  expect(lastMessage()?.body).toBe('later')
})

it('an error of an account in the background is shown after the switch to it [AUTH-17]', async () => {
  const { device, anna, ben } = opened
  await world.finished(device.client.authentication.choose(anna))
  const before = device.notices.length
  const banning = runningIn(device, ben)?.groups.setAllBanned(conversationId('group', 999_999), true)
  expect(await world.finished(banning ?? Promise.reject())).toMatchObject({ isOk: false })
  expect(device.notices.slice(before)).toEqual([])
  await world.finished(device.client.authentication.choose(ben))
  const shown = device.notices.slice(before)
  expect(shown).not.toEqual([])
  expect(shown.every(({ kind }) => kind === 'error')).toBe(true)
  await world.finished(device.client.authentication.choose(anna))
  await world.finished(device.client.authentication.choose(ben))
  expect(device.notices.slice(before)).toEqual(shown)
})

it('a sign-out leaves nothing of its account on the device and the other untouched [AUTH-17 AUTH-36]', async () => {
  const { device, anna, ben, say, withAnna, withBen } = opened
  await say(withAnna, 'canary of Anna')
  await say(withBen, 'canary of Ben')
  await world.until('stored', () => device.disk.toJson().includes('canary of Anna'))
  await world.until('stored', () => device.disk.toJson().includes('canary of Ben'))
  await world.finished(device.client.authentication.signOut(anna))
  await world.clock.advance(4000)
  expect(device.disk.toJson()).not.toContain('canary of Anna')
  expect(device.disk.toJson()).toContain('canary of Ben')
  expect(device.client.accounts.get().map(({ userId }) => userId)).toEqual([ben])
  await world.finished(device.client.authentication.signOutAll())
  await world.clock.advance(4000)
  expect(device.disk.toJson()).not.toContain('canary')
  expect(device.client.accounts.get()).toEqual([])
  expect(device.faults).toEqual([])
})
