import { expect, it } from 'vitest'
import { createClient } from '#machines/client/create-client.ts'
import { getFriends } from '#schemas/wire/calls/contacts.ts'
import { silentChannel } from '#streams/cross-tab/silent-channel.ts'
import { CallFailed } from '#streams/http/call-failed.ts'
import { silentNotifier } from '#streams/notification/silent-notifier.ts'
import { ann, diskWith } from '../auth/auth-harness.ts'
import { createLocks } from '../locks.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'
import { createFakeSocket } from '../socket/fake-socket.ts'
import { createSurroundings } from '../surroundings.ts'

async function start() {
  const clock = new SimulatedClock()
  const socket = createFakeSocket()
  const requests: string[] = []
  const disk = await diskWith(ann)
  const client = createClient(
    {
      clock,
      socket,
      random: { next: () => 0.5 },
      storage: disk.storage(),
      http: {
        request({ url }) {
          requests.push(new URL(url).pathname)
          return Promise.reject(new Error('no network'))
        },
      },
      locks: createLocks(),
      notifier: silentNotifier,
      channel: silentChannel,
      visibility: createSurroundings(),
      crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
      report: { fault: () => {} },
    },
    {
      environment: {
        apiEndpoints: [],
        fileUploadEndpoints: [],
        websocketEndpoints: [],
        brand: { key: 'test' },
        env: 'test',
      },
      origin: 'https://own.example',
      locale: 'en-US',
      deviceType: 'web',
      version: '0.0.0',
    },
  )
  await clock.advance(100)
  const account = client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return { account, client, clock, disk, requests, socket }
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

it('leaves a call that was being repeated with a result, as every call has one', async () => {
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
