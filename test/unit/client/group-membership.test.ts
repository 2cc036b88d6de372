import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ConversationId, userId } from '#schemas/ids.ts'
import { account as accountTable } from '#server/store/schema/index.ts'
import { accountOf, befriend, signUp } from './acquaintance.ts'
import { InProcessWorld, type Person } from './in-process-world.ts'

let world: InProcessWorld
let anna: Person
let ben: Person
let group: ConversationId
beforeAll(async () => {
  world = await InProcessWorld.open()
  ;[anna, ben] = [world.start(), world.start()]
  await signUp(world, anna, '13700000001')
  await signUp(world, ben, '13700000002')
}, 60_000)
afterAll(async () => {
  expect([anna.faults, ben.faults, world.backend.faults]).toEqual([[], [], []])
  for (const person of [anna, ben]) await world.finished(person.client.dispose())
  await world.backend.close()
})

const groupsOf = (person: Person) => accountOf(person).groups
const groupOf = (person: Person) =>
  accountOf(person)
    .conversations.get()
    .find(({ id }) => id === group)?.group
const said = (person: Person) => person.notices.at(-1)?.text ?? person.notices.at(-1)?.key

it('is created, made private, applied to and joined after approval, all by clients [GROUP-19 GROUP-20 ADMIN-23 ADMIN-29 SOCK-55 SOCK-75]', async () => {
  await befriend(world, anna, ben)
  const cleo = world.start()
  await signUp(world, cleo, '13700000003')
  const wish = { name: 'Walks', avatarUrl: '', members: [accountOf(ben).userId] }
  const created = await world.finished(groupsOf(anna).create(wish))
  if (!created.isOk) throw new Error('rejected')
  group = created.value
  await world.until('ben is in', () => groupOf(ben)?.memberCount === 2)
  await world.finished(groupsOf(anna).change(group, { isPublic: false }))

  expect(await world.finished(groupsOf(cleo).join({ group, remark: 'Please' }))).toMatchObject({ isOk: true })
  expect(said(cleo)).toBe('Your request was sent to the managers.')
  await world.until('the badge', () => groupOf(anna)?.applicationCount === 1)
  expect([groupOf(ben)?.applicationCount, groupOf(cleo)]).toEqual([0, undefined])
  const listed = await world.finished(accountOf(anna).lookUpGroupApplications(group).fresh())
  expect(listed).toMatchObject({ status: 'ready', value: [{ status: 'pending', remark: 'Please' }] })
  expect(await world.finished(accountOf(ben).lookUpGroupApplications(group).fresh())).toMatchObject({
    status: 'failed',
  })

  const [application] = listed.status === 'ready' ? listed.value : []
  if (!application) throw new Error('Nobody asked')
  const answer = groupsOf(anna).answer(group, application.applicationId, 'accepted')
  expect(await world.finished(answer)).toMatchObject({ isOk: true })
  await world.until('cleo is in', () => groupOf(cleo)?.memberCount === 3)
  await world.until('the badge is off', () => groupOf(anna)?.applicationCount === 0)

  // A manager removes her and all her messages.
  expect(
    await world.finished(groupsOf(ben).remove(group, userId(accountOf(cleo).userId), true)),
  ).toMatchObject({ isOk: false })
  await world.finished(groupsOf(anna).remove(group, accountOf(cleo).userId, true))
  await world.until('cleo is out', () => groupOf(cleo) === undefined)
  expect(cleo.notices.at(-1)).toMatchObject({ kind: 'error', key: 'conversation.group.has-left' })
  expect(cleo.faults).toEqual([])
  await world.finished(cleo.client.dispose())
})

it('is joined from an invitation that was really received [GROUP-18 GROUP-35 MSG-13 MSG-16] (DEC-14 DEC-62)', async () => {
  const dan = world.start()
  await signUp(world, dan, '13700000004')
  const hello = { userId: accountOf(anna).userId, remark: '', chatId: '', source: 'Search' }
  await world.finished(accountOf(dan).contacts.apply(hello))
  await world.until('the application', () => accountOf(anna).applications.get().pending.length === 1)
  const [pending] = accountOf(anna).applications.get().pending
  if (pending) await world.finished(accountOf(anna).contacts.accept(pending.applicationId))
  await world.until('their conversation', () => accountOf(dan).conversations.get().length === 1)
  const [direct] = accountOf(dan).conversations.get()
  const verifying = { verifiesGroups: true }
  await world.backend.database
    .update(accountTable)
    .set(verifying)
    .where(eq(accountTable.id, accountOf(dan).userId))
  await world.finished(groupsOf(anna).invite(group, [accountOf(dan).userId]))
  const last = () =>
    accountOf(dan)
      .conversations.get()
      .find(({ id }) => id === direct?.id)?.lastMessage
  await world.until('the invitation', () => last()?.type === 'invite')
  const messageId = last()?.serverId
  if (messageId === undefined) throw new Error('No message')
  const inviterId = accountOf(anna).userId
  const forged = { group, invite: { messageId, inviterId: accountOf(ben).userId } }
  expect(await world.finished(groupsOf(dan).join(forged))).toMatchObject({ isOk: false })
  expect(await world.finished(groupsOf(dan).join({ group, invite: { messageId, inviterId } }))).toMatchObject(
    {
      isOk: true,
    },
  )
  expect(said(dan)).toBe('You joined the group.')
  await world.until('dan is in', () => groupOf(dan)?.memberCount === 3)
  expect(dan.faults).toEqual([])
  await world.finished(dan.client.dispose())
})

it('shows a member that a manager muted or unmuted them [GROUP-44 ADMIN-34 SOCK-77]', async () => {
  await world.finished(groupsOf(anna).setBanned(group, accountOf(ben).userId, true))
  await world.until('ben is muted', () => groupOf(ben)?.isBanned === true)
  expect(said(ben)).toBe('conversation.placeholder-banned')
  await world.finished(groupsOf(anna).setBanned(group, accountOf(ben).userId, false))
  await world.until('ben may write', () => groupOf(ben)?.isBanned === false)
  expect(said(ben)).toBe('conversation.placeholder-unbanned')
})

it('shows a member the name that another changes to, also when it is removed again [GROUP-38]', async () => {
  const benId = accountOf(ben).userId
  const nameOfBen = () => accountOf(anna).memberNames(group).get().get(benId)
  await world.finished(groupsOf(ben).setOwnName(group, 'Captain'))
  await world.until('the new name', () => nameOfBen() === 'Captain')
  await world.finished(groupsOf(ben).setOwnName(group, ''))
  const nickname = accountOf(ben).profile.get()?.nickname
  await world.until('the nickname', () => nameOfBen() === nickname)
})

it('takes one of two managers’ answers to a request, and both see which [ADMIN-09 ADMIN-23 ADMIN-39]', async () => {
  const eve = world.start()
  await signUp(world, eve, '13700000005')
  await world.finished(groupsOf(anna).setManager(group, accountOf(ben).userId, true))
  await world.finished(groupsOf(eve).join({ group, remark: '' }))
  const requestsOf = (person: Person) => accountOf(person).lookUpGroupApplications(group)
  const [newest] = await Promise.all(
    [anna, ben].map(async (person) => {
      requestsOf(person).subscribe(() => undefined)
      const state = await world.finished(requestsOf(person).fresh())
      return state.status === 'ready' ? state.value[0] : undefined
    }),
  )
  if (newest?.status !== 'pending') throw new Error('Nobody asked')
  const answers = [
    groupsOf(anna).answer(group, newest.applicationId, 'accepted'),
    groupsOf(ben).answer(group, newest.applicationId, 'rejected'),
  ]
  const outcomes = await world.finished(Promise.all(answers))
  expect(outcomes.filter(({ isOk }) => isOk)).toHaveLength(1)
  const [isAccepted] = outcomes.map(({ isOk }) => isOk)
  expect(said(isAccepted ? ben : anna)).toBe('This request is no longer open.')
  const statusFor = (person: Person) => {
    const state = requestsOf(person).get()
    return state.status === 'ready' ? state.value[0]?.status : undefined
  }
  const status = isAccepted ? 'accepted' : 'rejected'
  await world.until('both see it', () => statusFor(anna) === status && statusFor(ben) === status)
  expect(groupOf(eve) !== undefined).toBe(isAccepted)
  expect(eve.faults).toEqual([])
  await world.finished(eve.client.dispose())
})

it('rejects a manager’s change in words while offline, and changes nothing', async () => {
  ben.environment.set({ isOnline: false })
  expect(await world.finished(groupsOf(ben).setAllBanned(group, true))).toMatchObject({ isOk: false })
  expect(ben.notices.at(-1)).toMatchObject({ kind: 'error', key: 'errors.network' })
  expect([anna, ben].map((person) => groupOf(person)?.isAllBanned)).toEqual([false, false])
  ben.environment.set({ isOnline: true })
  await world.until('ben is back', () => accountOf(ben).connection.get().status === 'connected')
})

it('is transferred and disbanded by its owner only, and left by the others [GROUP-28 ADMIN-14 SOCK-68]', async () => {
  await world.finished(groupsOf(anna).setManager(group, accountOf(ben).userId, true))
  await world.until('ben manages', () => groupOf(ben)?.role === 9)
  expect(await world.finished(groupsOf(anna).leave(group))).toMatchObject({ isOk: false })
  expect(said(anna)).toBe('Hand the group over to someone else first, or disband it.')
  expect(await world.finished(groupsOf(ben).transfer(group, accountOf(ben).userId))).toMatchObject({
    isOk: false,
  })
  await world.finished(groupsOf(anna).transfer(group, accountOf(ben).userId))
  await world.until('ben owns it', () => groupOf(ben)?.role === 10 && groupOf(anna)?.role === 9)
  expect(await world.finished(groupsOf(anna).disband(group))).toMatchObject({ isOk: false })
  expect(await world.finished(groupsOf(anna).leave(group))).toMatchObject({ isOk: true })
  expect(groupOf(anna)).toBeUndefined()
  expect(await world.finished(groupsOf(ben).disband(group))).toMatchObject({ isOk: true })
  expect(groupOf(ben)).toBeUndefined()
})
