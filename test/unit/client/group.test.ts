import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { conversationId } from '#schemas/ids.ts'
import type { WireGroup } from '#schemas/wire/calls/groups.ts'
import { groupPage, groupRow, sayInGroup, textsOf } from '#test/contract/group-people.ts'
import { type Calls, callAs, dataOrThrow, signUp } from '#test/contract/people.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
let calls: Calls
beforeAll(async () => {
  world = await InProcessWorld.open()
  const { server, peer } = world.backend
  calls = {
    call: async (path, fields) => {
      const { Code, Msg, Data } = await server.call(path, fields, { peer, headers: {} })
      return { Code, Msg: Msg ?? '', Data }
    },
  }
}, 60_000)
afterAll(async () => {
  await world.backend.close()
})

const accountOf = (person: Person) => {
  const account = person.client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return account
}

async function register(phone: string): Promise<Person> {
  const person = world.start()
  const { authentication } = person.client
  await world.finished(authentication.sendCode({ telCode: '86', phone }, 'sign-up'))
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  await world.finished(authentication.signUp({ telCode: '86', phone }, code))
  await world.until('connected', () => accountOf(person).connection.get().status === 'connected')
  return person
}

/** Cleo, who acts through calls, and two clients that are members of her group. */
async function openGroupOfThree() {
  const cleo = await signUp(calls)
  const people = [await register('13900000001'), await register('13900000002')]
  for (const person of people) {
    const { contacts, userId } = accountOf(person)
    await callAs(calls, cleo, '/ApplyFriend', { UserID: userId, Remark: '', Source: 'Search' })
    await world.until('the application', () => accountOf(person).applications.get().pending.length === 1)
    const [pending] = accountOf(person).applications.get().pending
    if (pending) await world.finished(contacts.accept(pending.applicationId))
  }
  const UserIDs = [cleo.userId, ...people.map((person) => accountOf(person).userId)].join('|')
  const wish = { GroupName: 'Walks', GroupImg: '', UserIDs, Info: '', JoinType: '0' }
  const { ID } = dataOrThrow<WireGroup>(await callAs(calls, cleo, '/CreateGroup', wish))
  const [anna, ben] = people
  if (!anna || !ben) throw new Error('Nobody is there')
  const id = conversationId('group', ID)
  const rowOf = (person: Person) =>
    accountOf(person)
      .conversations.get()
      .find((one) => one.id === id)
  await world.until('the group is listed', () =>
    people.every((person) => rowOf(person)?.group?.memberCount === 3),
  )
  const [annaScreen, benScreen] = [
    accountOf(anna).openTimeline(id, openTimelineHandle),
    accountOf(ben).openTimeline(id, openTimelineHandle),
  ]
  return { cleo, anna, ben, group: ID, id, rowOf, annaScreen, benScreen }
}

type Screen = ReturnType<ReturnType<typeof accountOf>['openTimeline']>
const texts = (screen: Screen) =>
  screen.view
    .get()
    .messages.filter(({ type, state }) => type === 'txt' && state !== 'pending')
    .map(({ body }) => body)

let members: Awaited<ReturnType<typeof openGroupOfThree>>
const say = (person: Person, text: string) =>
  world.finished(accountOf(person).dispatch({ type: 'SendText', conversationId: members.id, text }))

it('shows its members each other’s messages and who has read them [SOCK-38 SOCK-45]', async () => {
  members = await openGroupOfThree()
  const { anna, ben, id, rowOf, annaScreen, benScreen } = members
  await say(anna, 'anna')
  await world.until('ben hears', () => texts(benScreen).length === 1)
  await say(ben, 'ben')
  await world.until('anna hears', () => texts(annaScreen).length === 2)
  expect(rowOf(anna)).toMatchObject({ unreadCount: 1, lastMessage: { body: 'ben' } })

  const last = benScreen.view.get().messages.at(-1)?.serverId
  if (last === undefined) throw new Error('Nothing was sent')
  await world.finished(accountOf(ben).dispatch({ type: 'MarkRead', conversationId: id, upTo: last }))
  await world.until('it is read', () =>
    annaScreen.view.get().messages.some(({ body, state }) => body === 'anna' && state === 'read'),
  )
}, 60_000)

it('brings a member who missed more than a page up to date, in order [SESS-28 MSG-54]', async () => {
  const { cleo, ben, group, annaScreen, benScreen } = members
  ben.environment.set({ isOnline: false })
  await world.clock.advance(1000)
  for (let at = 0; at < 70; at += 1) await sayInGroup(calls, cleo, group, `while away ${at}`)
  await say(ben, 'kept')
  ben.environment.set({ isOnline: true })
  await world.until('ben has caught up', () => texts(benScreen).length === 73)
  await world.until('anna has too', () => texts(annaScreen).length === 73)
  expect(texts(benScreen)).toEqual(texts(annaScreen))
  const newest = await groupPage(calls, cleo, group)
  expect(texts(annaScreen).slice(-50)).toEqual(textsOf(newest))
}, 60_000)

it('is pinned and muted for one member only [SESS-31 SESS-32 SESS-45 SESS-46]', async () => {
  const { anna, ben, id, rowOf } = members
  expect(await world.finished(accountOf(anna).setPinned(id, true))).toMatchObject({ isOk: true })
  expect(await world.finished(accountOf(anna).setMuted(id, true))).toMatchObject({ isOk: true })
  await world.until('both are told', () => anna.notices.at(-1)?.text === 'Muted.')
  expect(anna.notices.slice(-2)).toMatchObject([{ text: 'Pinned.' }, { text: 'Muted.' }])
  expect([rowOf(anna), rowOf(ben)]).toMatchObject([
    { isPinned: true, isMuted: true },
    { isPinned: false, isMuted: false },
  ])
  const direct = accountOf(anna).conversations.get().at(-1)
  if (direct) await world.finished(accountOf(anna).setMuted(direct.id, true))
  expect(accountOf(anna).conversations.get().at(-1)).toMatchObject({ kind: 'direct', isMuted: true })
})

it('disappears for a removed member, and so do the member’s messages for the others [SOCK-68]', async () => {
  const { cleo, anna, ben, group, rowOf, annaScreen, benScreen } = members
  const removal = { GroupID: group, UserID: accountOf(ben).userId, DeleteAllChat: 1 }
  await callAs(calls, cleo, '/KickOutGroup', removal)
  await world.until('the group is gone', () => rowOf(ben) === undefined)
  expect(benScreen.view.get()).toMatchObject({ status: 'unavailable', messages: [] })
  expect(ben.notices.at(-1)).toMatchObject({ kind: 'error', key: 'conversation.group.has-left' })
  await world.until('his messages are gone', () => texts(annaScreen).length === 71)
  expect(texts(annaScreen)).not.toContain('kept')
  await world.until('two are left', () => rowOf(anna)?.group?.memberCount === 2)
  expect(await groupRow(calls, cleo, group)).toMatchObject({ UserCount: 2 })
  expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
  for (const person of [anna, ben]) await world.finished(person.client.dispose())
}, 60_000)
