import type { BrowserContext, Page } from '@playwright/test'
import { type RunningServer, startServer } from '#test/browser/support/server.ts'
import { browse, browseCopy, createProfile, type Profile, visit } from '../browser/profile.ts'
import { type BenchHost, startBenchHost } from '../host/bench-host.ts'
import { conversationCount, createWorld, type World } from '../world/world.ts'
import { storeWorld } from './store-world.ts'

/** What every measure works with. */
export interface Bench {
  readonly isSmoke: boolean
  /** How many messages are stored, growing. */
  readonly sizes: readonly number[]
  /** The usual number of times, or one. */
  times(usual: number): number
  /** The built app in front of a scripted world. */
  readonly host: BenchHost
  /** The real server with an empty database of its own; started by the first who asks. */
  server(): Promise<RunningServer>
  /** A browser that holds nothing yet. */
  withNewBrowser<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>
  /**
   * A browser that holds so many messages, of 200 conversations unless said; what is done in it is forgotten afterwards.
   * The host shows their world.
   */
  withStored<Result>(
    stored: number | { readonly messages: number; readonly conversations: number },
    work: (context: BrowserContext, world: World) => Promise<Result>,
  ): Promise<Result>
  /** The page of the headless client. */
  withCore<Result>(context: BrowserContext, work: (page: Page) => Promise<Result>): Promise<Result>
  /** Says what is going on. */
  tell(text: string): void
  close(): Promise<void>
}

interface Stored {
  readonly world: World
  readonly profile: Profile
}

/** Starts what all measures share; `builds` holds the built `app` and `bench`. */
export async function openBench(
  builds: string,
  { isSmoke, sizes }: Pick<Bench, 'isSmoke' | 'sizes'>,
): Promise<Bench> {
  const host = await startBenchHost(builds, createWorld(0, Date.now()))
  const worlds = new Map<string, Stored>()
  let server: Promise<RunningServer> | undefined
  const tell = (text: string) => process.stderr.write(`${text}\n`)
  const withCore: Bench['withCore'] = (context, work) =>
    visit(context, `${host.address}/bench/core.html`, work)

  const store = async (messages: number, conversations: number): Promise<Stored> => {
    const world = createWorld(messages, Date.now(), conversations)
    const profile = createProfile()
    const start = performance.now()
    await browse(profile, (context) => withCore(context, (page) => storeWorld(page, world)))
    tell(`  stored ${messages} messages in ${Math.round((performance.now() - start) / 1000)} s`)
    return { world, profile }
  }
  return {
    isSmoke,
    sizes,
    host,
    withCore,
    tell,
    times: (usual) => (isSmoke ? 1 : usual),
    server() {
      server ??= startServer()
      return server
    },
    async withNewBrowser(work) {
      const profile = createProfile()
      try {
        return await browse(profile, work)
      } finally {
        profile.remove()
      }
    },
    async withStored(wanted, work) {
      const size = typeof wanted === 'number' ? wanted : wanted.messages
      const conversations = typeof wanted === 'number' ? conversationCount : wanted.conversations
      const key = `${size} of ${conversations}`
      const stored = worlds.get(key) ?? (await store(size, conversations))
      worlds.set(key, stored)
      host.show(stored.world)
      return browseCopy(stored.profile, (context) => work(context, stored.world))
    },
    async close() {
      for (const { profile } of worlds.values()) profile.remove()
      await host.close()
      await (await server)?.dispose()
    },
  }
}
