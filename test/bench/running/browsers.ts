import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browse, contextOptions, createProfile, launchOptions, type Profile } from '../browser/profile.ts'
import { createWorld, type World, type WorldContent } from '../world/world.ts'
import { endWithBench } from './ending.ts'

/** The stored contents of a browser. */
export interface WantedWorld extends WorldContent {
  readonly messages: number
}

/** Makes the client of a browser ingest a world. */
type Store = (context: BrowserContext, world: World) => Promise<void>

/** Provides browsers to the measures. */
export interface Browsers {
  /** A browser with an empty profile. */
  withNew<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>
  /** A browser with a stored world. */
  withStored<Result>(
    wanted: WantedWorld,
    work: (context: BrowserContext, world: World) => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

const keyOf = ({ messages, conversations, members, hasPictures }: WantedWorld): string =>
  JSON.stringify({ messages, conversations, members, hasPictures })
const worldOf = ({ messages, ...content }: WantedWorld): World => createWorld(messages, Date.now(), content)

/** A browser process with a disk profile for each use. A world is stored once, and each use gets a temporary copy. */
export function createDiskBrowsers(store: Store): Browsers {
  const worlds = new Map<string, { readonly world: World; readonly profile: Profile }>()

  const storeNew = async (wanted: WantedWorld) => {
    const stored = { world: worldOf(wanted), profile: createProfile() }
    worlds.set(keyOf(wanted), stored)
    await browse(stored.profile, (context) => store(context, stored.world))
    return stored
  }
  const browseOnce = async <Result>(profile: Profile, work: (context: BrowserContext) => Promise<Result>) => {
    try {
      return await browse(profile, work)
    } finally {
      await profile.remove()
    }
  }
  return {
    withNew: (work) => browseOnce(createProfile(), work),
    async withStored(wanted, work) {
      const { world, profile } = worlds.get(keyOf(wanted)) ?? (await storeNew(wanted))
      return browseOnce(profile.copy(), (context) => work(context, world))
    },
    async close() {
      for (const { profile } of worlds.values()) await profile.remove()
    },
  }
}

/**
 * A single browser with in-memory storage, for smoke runs without timing. Each use gets the world as the previous one
 * left it.
 */
export function createOneBrowser(store: Store): Browsers {
  let launching: Promise<Browser> | undefined
  const worlds = new Map<string, { readonly world: World; readonly context: BrowserContext }>()
  const launch = () => {
    const launched = chromium.launch(launchOptions())
    endWithBench(async () => (await launched).close())
    return launched
  }
  const open = async () => {
    launching ??= launch()
    return (await launching).newContext(contextOptions)
  }
  const storeNew = async (wanted: WantedWorld) => {
    const stored = { world: worldOf(wanted), context: await open() }
    worlds.set(keyOf(wanted), stored)
    await store(stored.context, stored.world)
    return stored
  }
  return {
    async withNew(work) {
      const context = await open()
      try {
        return await work(context)
      } finally {
        await context.close()
      }
    },
    async withStored(wanted, work) {
      const { world, context } = worlds.get(keyOf(wanted)) ?? (await storeNew(wanted))
      const result = await work(context, world)
      await Promise.all(context.pages().map((page) => page.close()))
      return result
    },
    async close() {
      await (await launching)?.close()
    },
  }
}
