import { closeSync, cpSync, fsyncSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../../../scripts/chromium-flags.mjs'
import { endWithBench } from '../running/ending.ts'

/** A browser profile folder on disk, as people have it, not the in-memory storage of an incognito window. */
export interface Profile {
  readonly folder: string
  /** Creates a copy of this profile. */
  copy(): Profile
  remove(): Promise<void>
}

export function createProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-bench-'))
  return {
    folder,
    copy() {
      const other = createProfile()
      cpSync(folder, other.folder, { recursive: true, filter: (name) => !name.includes('Singleton') })
      settleOnDisk(other.folder)
      return other
    },
    remove: endWithBench(() => rmSync(folder, { recursive: true, force: true })),
  }
}

/** Waits until a folder is flushed to disk, so that the copy's writes are not measured. */
function settleOnDisk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = openSync(join(entry.parentPath, entry.name), 'r+')
    fsyncSync(file)
    closeSync(file)
  }
}

export const contextOptions = {
  locale: 'en-US',
  viewport: { width: 1440, height: 900 },
  permissions: ['notifications'],
}

/** The browser at CHROMIUM_PATH, with background activity disabled. */
export const launchOptions = () => ({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: chromiumFlags,
  headless: true,
  // The bench ends browsers itself, with everything else it has started.
  handleSIGHUP: false,
  handleSIGINT: false,
  handleSIGTERM: false,
})

/**
 * Makes V8 collect source positions when it compiles. Otherwise it parses the whole program a second time: under
 * Playwright's debugging protocol V8 records a stack for each error that React creates at its start. That would add 30 ms
 * that a user's browser does not spend.
 */
const eagerSourcePositions = '--js-flags=--no-enable-lazy-source-positions'

/**
 * Runs `work` in a browser with that profile. Closes the browser after its storage is written.
 * @param flags further flags of the browser, instead of the default one
 */
export async function browse<Result>(
  profile: Profile,
  work: (context: BrowserContext) => Promise<Result>,
  flags: readonly string[] = [eagerSourcePositions],
): Promise<Result> {
  const options = { ...launchOptions(), ...contextOptions, args: [...chromiumFlags, ...flags] }
  const launching = chromium.launchPersistentContext(profile.folder, options)
  const close = endWithBench(async () => (await launching).close())
  try {
    return await work(await launching)
  } finally {
    await close()
  }
}

/** Runs `work` in a page at that address and closes the page. */
export async function visit<Result>(
  context: BrowserContext,
  address: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await context.newPage()
  page.on('crash', () => process.stderr.write(`${address} crashed\n`))
  try {
    await page.goto(address)
    return await work(page)
  } finally {
    await page.close()
  }
}
