import type { BrowserContext, Page } from '@playwright/test'
import type { RunningServer } from '#test/browser/support/server.ts'
import { visit } from '../browser/profile.ts'
import { type BenchHost, startBenchHost } from '../host/bench-host.ts'
import { startProgram } from '../server/start-program.ts'
import { createWorld, type World } from '../world/world.ts'
import { createDiskBrowsers, createOneBrowser, type WantedWorld } from './browsers.ts'
import { storeWorld } from './store-world.ts'

/** The resources that all measures share. */
export interface Bench {
  readonly isSmoke: boolean
  /** The numbers of stored messages, ascending. */
  readonly sizes: readonly number[]
  /** The usual number of repetitions, or 1 in a smoke run. */
  times(usual: number): number
  /** The built app with a scripted server. */
  readonly host: BenchHost
  /** The real server with its own database. Starts at the first use. */
  server(): Promise<RunningServer>
  /** A browser with an empty profile. */
  withNewBrowser<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>
  /**
   * A browser with this many stored messages, in 200 conversations by default. Changes to its profile are discarded.
   * The host serves the same world.
   */
  withStored<Result>(
    stored: number | WantedWorld,
    work: (context: BrowserContext, world: World) => Promise<Result>,
  ): Promise<Result>
  /** The page of the headless client. */
  withCore<Result>(context: BrowserContext, work: (page: Page) => Promise<Result>): Promise<Result>
  /** Prints progress. */
  tell(text: string): void
  close(): Promise<void>
}

/** Starts the resources that all measures share. `builds` contains the built `app` and `bench`. */
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
  // Starts the database early, because its creation takes time.
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
      return browsers.withStored(
        typeof wanted === 'number' ? { messages: wanted } : wanted,
        (context, world) => {
          host.show(world)
          return work(context, world)
        },
      )
    },
    async close() {
      await browsers.close()
      await host.close()
      await (await server)?.dispose()
    },
  }
}
