import type { AccountClient, Client } from '#client/client.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { type CredentialsData, phoneLogin, sendCode } from '#schemas/wire/calls/account.ts'
import { createServer, type Server } from '#server/create-server.ts'
import type { CodeDelivery, Peer } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { type InProcessServer, startClient } from '#src/demo/bots/running/start-bot-client.ts'
import { type Bots, startBots } from '#src/demo/bots/start-bots.ts'
import { fillWorld } from '#src/demo/world/fill-world.ts'
import { phoneOf } from '#src/demo/world/personas.ts'
import { createSeededRandom } from '#src/demo/world/seeded-random.ts'
import type { Clock } from '#streams/ports.ts'
import { localPeer } from '#test/contract/memory-backend.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'
import { createVirtualTime, type ScheduleHandle, type VirtualTime } from '#test/simulation/virtual-clock.ts'

/** The demo's world, its server and its people in one process on virtual time. */
export interface LivingWorld {
  readonly time: VirtualTime
  readonly faults: string[]
  readonly person: AccountClient
  startBots(isFreshWorld: boolean): Bots
  /** Runs until `find` returns a value; throws after `patience` virtual ms. */
  until<Found>(what: string, find: () => Found | undefined, patience: number): Promise<Found>
  close(): Promise<void>
}

export async function openLivingWorld(): Promise<LivingWorld> {
  let busy = 0
  const time = createVirtualTime(() => busy > 0)
  const { database, close: closeDatabase } = await openMigratedDatabase()
  let code = ''
  const faults: string[] = []
  const server = createDemoServer(database, time, faults, {
    deliver: async (delivered) => {
      code = delivered.code
      return 'show'
    },
  })
  await fillWorld(database, 'en-US', time.now())
  const counted = countFetches(server, (change) => {
    busy += change
  })
  const shared = {
    server: counted,
    peer: localPeer,
    clock: clockOf(time),
    random: createSeededRandom(1, 'bots'),
    report: {
      fault: ({ kind, detail }: { kind: string; detail: string }) => void faults.push(`${kind}: ${detail}`),
    },
  }
  const signIn = (phone: { telCode: string; phone: string }) =>
    signInByCode(server, localPeer, phone, () => code)
  const client: Client = await startClient(await signIn(phoneOf('me')), 'en-US', shared)

  const until = async <Found>(
    what: string,
    find: () => Found | undefined,
    patience: number,
  ): Promise<Found> => {
    await time.runWhile(() => find() === undefined, patience)
    const found = find()
    if (found === undefined) throw new Error(`${what}: not within ${patience} ms; ${faults.join('; ')}`)
    return found
  }
  const person = await until('sign-in', () => client.account.get(), 10_000)
  await until('list', () => (person.conversations.get().length > 30 ? true : undefined), 30_000)
  return {
    time,
    faults,
    person,
    until,
    startBots: (isFreshWorld) => startBots({ ...shared, signIn, locale: 'en-US', isFreshWorld }),
    async close() {
      await client.dispose()
      await server.close()
      await closeDatabase()
    },
  }
}

/** The backend without slow parts. */
function createDemoServer(
  database: Database,
  time: VirtualTime,
  faults: string[],
  codeDelivery: CodeDelivery,
): Server {
  const files = new Map<string, Uint8Array>()
  const random = createSeededRandom(1, 'server')
  return createServer({
    database,
    codeDelivery,
    clock: { now: time.now },
    random: { bytes: (count) => Uint8Array.from({ length: count }, () => random.integer(0, 255)) },
    passwords: {
      hash: async (secret) => `hash:${secret}`,
      verify: async (secret, hash) => hash === `hash:${secret}`,
    },
    digest: { hash: (secret) => `digest:${secret}` },
    files: {
      put: async (key, bytes) => void files.set(key, bytes),
      get: async (key, range) => {
        const bytes = files.get(key)
        return range ? bytes?.subarray(range.start, range.end + 1) : bytes
      },
      remove: async (key) => void files.delete(key),
    },
    faults: { report: ({ kind, detail, cause }) => void faults.push(`${kind}: ${detail} ${String(cause)}`) },
  })
}

function clockOf(time: VirtualTime): Clock {
  const start = time.now()
  return {
    now: time.now,
    monotonic: () => time.now() - start,
    setTimeout: (callback, delay) => ({ timer: time.schedule(delay, callback) }),
    clearTimeout(handle) {
      // The handle is opaque to its users; only the line above makes one.
      const timer = handle.timer as ScheduleHandle
      timer.cancel()
    },
  }
}

/** The clock does not advance while a request is being answered. */
function countFetches({ app, gateway }: Server, count: (change: 1 | -1) => void): InProcessServer {
  const fetch: InProcessServer['app']['fetch'] = async (request, environment) => {
    count(1)
    try {
      const answer = await app.fetch(request, environment)
      return new Response(await answer.text(), answer)
    } finally {
      count(-1)
    }
  }
  return { gateway, app: { fetch } }
}

async function signInByCode(
  server: Server,
  peer: Peer,
  { telCode, phone }: { telCode: string; phone: string },
  code: () => string,
): Promise<StoredAccount> {
  const call = (path: string, fields: object) => server.call(path, fields, { peer, headers: {} })
  await call(sendCode.path, { TelCode: telCode, Phone: phone, Token: '', Type: '2' })
  const answer = await call(phoneLogin.path, { TelCode: telCode, Phone: phone, Code: code() })
  // Returns the data of a call whose code is 0.
  const account = answer.Code === 0 ? toStoredAccount(answer.Data as CredentialsData) : undefined
  if (!account) throw new Error(`no sign-in: ${answer.Msg}`)
  return account
}
