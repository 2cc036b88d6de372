import { expect, it } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import { applicationId, userId } from '#schemas/ids.ts'
import { acceptFriendApply } from '#schemas/wire/calls/contact-changes.ts'
import { createChatSession, type WireChatSession } from '#schemas/wire/calls/conversations.ts'
import { getUserInfo, updateNickname, uploadAvatar } from '#schemas/wire/calls/profile.ts'
import { searchUser } from '#schemas/wire/calls/search.ts'
import { getCountryList } from '#schemas/wire/calls/system.ts'
import type { HttpRequest } from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { settleImports } from '#test/unit/settle-imports.ts'
import { ann, diskWith } from '../machines/auth/auth-harness.ts'
import { startLoneClient } from './lone-client.ts'

const ben = { ...ann, userId: userId(8), nickname: 'Ben', token: 'token-of-8' }

/**
 * Ann is signed in and Ben is a stored account. The server answers from a table; a call that is not in the table fails
 * as a network error.
 */
async function start() {
  const made: { path: string; body: { readonly UID?: number } }[] = []
  const table = new Map<string, object | Promise<object>>()
  const disk = await diskWith(ann)
  await disk.storage().accounts.put(ben)
  const request = async ({ url, body }: HttpRequest) => {
    const path = new URL(url).pathname.replace('/Api', '')
    // Every request body in these tests is the JSON of a call.
    made.push({ path, body: typeof body === 'string' ? JSON.parse(body) : {} })
    const answer = await table.get(path)
    if (!answer) throw new Error('no network')
    return { status: 200, text: JSON.stringify(answer) }
  }
  const opened = await startLoneClient(disk, { request })
  const switchToBen = async () => {
    const chosen = opened.client.authentication.choose(ben.userId)
    await opened.clock.advance(100)
    await chosen
    await opened.clock.advance(100)
    const account = opened.client.account.get()
    if (account?.userId !== ben.userId) throw new Error('Ben is not signed in')
    return account
  }
  /** Switches to Ben and signs Ann out, which closes her log. */
  const leaveForBen = async () => {
    const next = await switchToBen()
    const leaving = opened.client.authentication.signOut(ann.userId)
    await opened.clock.advance(100)
    await leaving
    return next
  }
  const usersOf = (path: string) => made.filter((one) => one.path === path).map(({ body }) => body.UID)
  return { ...opened, made, table, switchToBen, leaveForBen, usersOf }
}

it('the previous account retries its calls with its own credentials after a switch [HTTP-15 AUTH-17 AUTH-60]', async () => {
  const { account, clock, switchToBen, usersOf } = await start()
  const renamed = account.rename('Anna')
  await settleImports()
  await switchToBen()
  await clock.advance(60_000)
  expect(await renamed).toMatchObject({ isOk: false })
  expect(usersOf(updateNickname.path)).toEqual([7, 7, 7, 7])
})

it('the previous account sends no calls after it has signed out [AUTH-60]', async () => {
  const { account, clock, leaveForBen, usersOf } = await start()
  const next = await leaveForBen()
  const outcome = account.rename('Anna')
  await settleImports()
  await clock.advance(60_000)
  expect(await outcome).toMatchObject({ isOk: false })
  const own = next.rename('Benny')
  await settleImports()
  await clock.advance(60_000)
  expect(await own).toMatchObject({ isOk: false })
  expect(usersOf(updateNickname.path)).toEqual([8, 8, 8, 8])
})

it('each account has its own look-ups, and all share the public ones [FRIEND-57 AUTH-55]', async () => {
  const { account, client, made, table, switchToBen, usersOf } = await start()
  const found = (isBlocked: boolean) => ({
    Code: 0,
    Data: [{ UID: 9, NickName: 'Cid', IsBlackByFriend: isBlocked }],
  })
  table.set(getCountryList.path, { Code: 0, Data: [{ Code: 'CN', TelCode: '86' }] })
  table.set(searchUser.path, found(true))
  const view = async (lookup: Readable<unknown>) => {
    const leave = lookup.subscribe(() => {})
    await settleImports()
    leave()
    return lookup.get()
  }
  const isBlocked = (hasBlockedMe: boolean) => ({ status: 'ready', value: [{ userId: 9, hasBlockedMe }] })
  const ofAnn = account.lookups.person('cid')
  expect(await view(ofAnn)).toMatchObject(isBlocked(true))
  expect(await view(client.lookups.countries)).toMatchObject({ status: 'ready' })
  table.set(searchUser.path, found(false))
  const next = await switchToBen()
  expect(next.lookups.person('cid').get()).toEqual({ status: 'loading' })
  expect(await view(next.lookups.person('cid'))).toMatchObject(isBlocked(false))
  expect(await view(client.lookups.countries)).toMatchObject({ status: 'ready' })
  ofAnn.reload()
  await settleImports()
  expect(usersOf(searchUser.path)).toEqual([7, 8, 7])
  expect(made.filter(({ path }) => path === getCountryList.path)).toHaveLength(1)
})

const row: WireChatSession = {
  ...{ ID: 1, UserID: 9, NickName: 'Cid', UnReadCount: 0, IsTop: 0, IsNotDisturb: 0 },
  ...{ IsNewSession: 0, ReadDelete: 0, LastReadDelete: 0 },
}
const file = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array(3) }
const late = {
  rename: [updateNickname.path, null, (account: AccountClient) => account.rename('Anna')],
  changeAvatar: [
    uploadAvatar.path,
    { FileUrl: '/a.png' },
    (account: AccountClient) => account.changeAvatar(file),
  ],
  accept: [
    acceptFriendApply.path,
    null,
    (account: AccountClient) => account.contacts.accept(applicationId(3)),
  ],
} as const

it.each(Object.entries(late))(
  '%s that the server confirms after its log has closed still returns its result',
  async (_, [path, Data, act]) => {
    const { account, clock, table, leaveForBen } = await start()
    table.set(getUserInfo.path, { Code: 0, Data: { UID: 7, NickName: 'Ann', Type: 1 } })
    table.set(updateNickname.path, { Code: 0, Data: null })
    const known = account.rename('Ann')
    await settleImports()
    await clock.advance(100)
    expect(await known).toEqual({ isOk: true, value: undefined })
    expect(account.profile.get()?.nickname).toBe('Ann')
    const answer = createDeferred<object>()
    table.set(path, answer.promise)
    const outcome = act(account)
    await settleImports()
    await leaveForBen()
    answer.resolve({ Code: 0, Msg: '', Data })
    await clock.advance(10_000)
    expect(await outcome).toEqual({ isOk: true, value: undefined })
  },
)

it('opening a conversation is rejected after the log has closed', async () => {
  const { account, clock, table, leaveForBen } = await start()
  const answer = createDeferred<object>()
  table.set(createChatSession.path, answer.promise)
  const outcome = account.contacts.openConversation(userId(9))
  await settleImports()
  await leaveForBen()
  answer.resolve({ Code: 0, Data: row })
  await clock.advance(10_000)
  expect(await outcome).toEqual({ isOk: false, rejection: { key: 'errors.storage-failed' } })
})
