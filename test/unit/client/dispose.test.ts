import { expect, it } from 'vitest'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import { ann, diskWith } from '../machines/auth/auth-harness.ts'
import { settle } from '../machines/simulated-clock.ts'
import { startLoneClient } from './lone-client.ts'

async function start() {
  const requests: string[] = []
  const disk = await diskWith(ann)
  const request = ({ url }: { readonly url: string }) => {
    requests.push(new URL(url).pathname)
    return Promise.reject(new Error('no network'))
  }
  return { ...(await startLoneClient(disk, { request })), disk, requests }
}

it('ends the connection with a Logout frame and keeps the account (DEC-36)', async () => {
  const { client, clock, disk, socket } = await start()
  socket.last().open()
  socket.last().receive({ Cmd: 'Connected', Time: clock.now() })
  socket.last().receive({ Cmd: 'Login', Code: 0, UID: 7 })
  await settle()
  await client.dispose()
  expect(socket.last().sentOf('Logout')).toEqual([{ Cmd: 'Logout', UID: 7 }])
  expect(socket.last().isClosedByClient).toBe(true)
  expect(await disk.storage().accounts.list()).toEqual([ann])
})

it('resolves a call that was being retried, because every call has a result', async () => {
  const { account, client, clock, requests } = await start()
  const refreshed = account.contacts.refresh().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  await settle()
  expect(requests.some((path) => path.endsWith(getFriends.path))).toBe(true)
  await client.dispose()
  await clock.advance(60_000)
  expect(await refreshed).toBeInstanceOf(CallFailed)
})
