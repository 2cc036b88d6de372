import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '#test/browser/support/server.ts'
import { visit } from '../browser/profile.ts'
import { type BenchHost, startBenchHost } from '../host/bench-host.ts'
import { startProgram } from '../server/start-program.ts'
import { conversationCount, createWorld, type World } from '../world/world.ts'
import { createDiskBrowsers, createOneBrowser, type WantedWorld } from './browsers.ts'
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
  /** The real server with a database of its own; started by the first who asks. */
  server(): Promise<RunningServer>
  /** A browser that holds nothing yet. */
  withNewBrowser<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>
  /**
   * A browser that holds so many messages, of 200 conversations unless said; what is done in it is forgotten afterwards.
   * The host shows their world.
   */
  withStored<Result>(
    stored: number | WantedWorld,
    work: (context: BrowserContext, world: World) => Promise<Result>,
  ): Promise<Result>
  /** The page of the headless client. */
  withCore<Result>(context: BrowserContext, work: (page: Page) => Promise<Result>): Promise<Result>
  /** Says what is going on. */
  tell(text: string): void
  close(): Promise<void>
}

/** Starts what all measures share; `builds` holds the built `app` and `bench`. */
export async function openBench(
  builds: string,
  { isSmoke, sizes }: Pick<Bench, 'isSmoke' | 'sizes'>,
): Promise<Bench> {
  const host = await startBenchHost(builds, createWorld(0, Date.now()))
  let server: Promise<RunningServer> | undefined
  const startServer = () => {
    server ??= startProgram('quick-to-join')
    return server
  }
  // Everything will be asked for soon, and a database takes its time to be made.
  if (isSmoke) startServer().catch(() => undefined)
  const tell = (text: string) => process.stderr.write(`${text}\n`)
  const withCore: Bench['withCore'] = (context, work) =>
    visit(context, `${host.address}/bench/core.html`, work)

  const store = async (context: BrowserContext, world: World) => {
    const start = performance.now()
    await withCore(context, (page) => storeWorld(page, world))
    tell(`  stored ${world.messages} messages in ${Math.round((performance.now() - start) / 1000)} s`)
  }
  const browsers = isSmoke ? createOneBrowser(store) : createDiskBrowsers(store)
  return {
    isSmoke,
    sizes,
    host,
    withCore,
    tell,
    times: (usual) => (isSmoke ? 1 : usual),
    server: startServer,
    withNewBrowser: browsers.withNew,
    async withStored(wanted, work) {
      const whole =
        typeof wanted === 'number' ? { messages: wanted, conversations: conversationCount } : wanted
      return browsers.withStored(whole, (context, world) => {
        host.show(world)
        return work(context, world)
      })
    },
    async close() {
      await browsers.close()
      await host.close()
      await (await server)?.dispose()
    },
  }
}
