import { describe, expect, it } from 'vitest'
import { type AccountProgram, accountProgram } from '#client/account-program.ts'
import { startClient } from '#client/start-client.ts'
import { createAccountLoader } from '#machines/root/account-loading.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { silentNotifier } from '#streams/ports.ts'
import { createMemoryDisk, type MemoryDisk } from '#streams/storage/memory-storage.ts'
import { ann, diskWith } from '../machines/auth/auth-harness.ts'
import { createLocks } from '../machines/locks.ts'
import { SimulatedClock, settle } from '../machines/simulated-clock.ts'
import { createFakeSocket } from '../machines/socket/fake-socket.ts'
import { createTestEnvironment } from '../machines/test-environment.ts'
import { ownOptions } from './test-options.ts'

/** A load of the account program that the test completes. */
function createFetching() {
  const asked: { resolve(program: AccountProgram): void; reject(cause: Error): void }[] = []
  return {
    fetchProgram: () =>
      new Promise<AccountProgram>((resolve, reject) => {
        asked.push({ resolve, reject })
      }),
    times: () => asked.length,
    arrive: async () => {
      asked.at(-1)?.resolve(accountProgram)
      await settle()
    },
    fail: async () => {
      asked.at(-1)?.reject(new TypeError('Failed to fetch dynamically imported module'))
      await settle()
    },
  }
}

async function start(disk: MemoryDisk) {
  const clock = new SimulatedClock()
  const fetching = createFetching()
  const faults: { readonly detail: string; readonly cause?: unknown }[] = []
  const client = startClient(
    {
      clock,
      socket: createFakeSocket(),
      random: { next: () => 0.5 },
      storage: disk.storage(),
      http: { request: () => Promise.reject(new Error('no network')) },
      locks: createLocks(),
      notifier: silentNotifier,
      channel: silentChannel,
      visibility: createTestEnvironment(),
      crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
      report: { fault: (fault) => faults.push(fault) },
    },
    ownOptions,
    createAccountLoader(fetching.fetchProgram),
  )
  await clock.advance(100)
  return { client, clock, faults, fetching }
}

describe('a client that loads the account program on demand', () => {
  it('loads nothing while signed out, and loads once when a user starts to sign in', async () => {
    const { client, fetching } = await start(createMemoryDisk())
    expect(client.authentication.view.get().status).toBe('signed-out')
    expect(fetching.times()).toBe(0)
    client.preloadAccount()
    client.preloadAccount()
    await fetching.arrive()
    client.preloadAccount()
    expect(fetching.times()).toBe(1)
  })

  it('does not show a failed load before the account is needed, and retries at the next key press', async () => {
    const { client, faults, fetching } = await start(createMemoryDisk())
    client.preloadAccount()
    await fetching.fail()
    expect(client.accountFailure.get()).toBeUndefined()
    expect(faults).toEqual([])
    client.preloadAccount()
    expect(fetching.times()).toBe(2)
  })

  it('loads at the start of a signed-in user and opens the account when the load completes', async () => {
    const { client, clock, fetching } = await start(await diskWith(ann))
    expect(client.authentication.view.get().status).toBe('signed-in')
    expect(fetching.times()).toBe(1)
    expect(client.account.get()).toBeUndefined()
    await fetching.arrive()
    await clock.advance(100)
    expect(client.account.get()?.userId).toBe(ann.userId)
    await client.dispose()
  })

  it('shows a failed load and retries every 5 s until it succeeds', async () => {
    const { client, clock, faults, fetching } = await start(await diskWith(ann))
    await fetching.fail()
    expect(client.accountFailure.get()).toMatchObject({ name: 'ACCOUNT_NOT_LOADED' })
    expect(faults).toMatchObject([{ cause: { name: 'ACCOUNT_NOT_LOADED', cause: expect.any(TypeError) } }])
    await clock.advance(4999)
    expect(fetching.times()).toBe(1)
    await clock.advance(1)
    expect(fetching.times()).toBe(2)
    expect(client.accountFailure.get()).toBeDefined()
    await fetching.arrive()
    await clock.advance(100)
    expect(client.accountFailure.get()).toBeUndefined()
    expect(client.account.get()?.userId).toBe(ann.userId)
    await client.dispose()
  })

  it('retries immediately when the user asks for it', async () => {
    const { client, fetching } = await start(await diskWith(ann))
    await fetching.fail()
    client.retryLoadAccount()
    expect(fetching.times()).toBe(2)
    client.retryLoadAccount()
    expect(fetching.times()).toBe(2)
  })

  it('allows a sign-out during the load and opens no account afterwards', async () => {
    const { client, clock, fetching } = await start(await diskWith(ann))
    await fetching.fail()
    const signingOut = client.authentication.signOut()
    await clock.advance(10_000)
    await signingOut
    expect(client.authentication.view.get().status).toBe('signed-out')
    expect(client.accountFailure.get()).toBeUndefined()
    await fetching.arrive()
    await clock.advance(100)
    expect(client.account.get()).toBeUndefined()
  })
})

describe('the account loader', () => {
  it('shares one load between concurrent callers and returns the loaded program afterwards', async () => {
    const fetching = createFetching()
    const loader = createAccountLoader(fetching.fetchProgram)
    const both = [loader.load(), loader.load()]
    expect(loader.loaded()).toBeUndefined()
    await fetching.arrive()
    expect(await Promise.all(both)).toEqual([accountProgram, accountProgram])
    expect(loader.loaded()).toBe(accountProgram)
    expect(fetching.times()).toBe(1)
  })
})
