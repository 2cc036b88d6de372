import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

/** What makes Chromium quiet, and its timers and frames as exact with its window unseen. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A folder that a browser keeps its storage in: on disk, as people have it, and not in memory as an incognito window. */
export interface Profile {
  readonly folder: string
  /** Another one that begins with what this one holds. */
  copy(): Profile
  remove(): void
}

export function createProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-bench-'))
  return {
    folder,
    copy() {
      const other = createProfile()
      cpSync(folder, other.folder, { recursive: true, filter: (name) => !name.includes('Singleton') })
      return other
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Runs `work` in a browser on that profile, and ends the browser, its storage written. */
export async function browse<Result>(
  profile: Profile,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const executablePath = process.env.CHROMIUM_PATH
  const context = await chromium.launchPersistentContext(profile.folder, {
    ...(executablePath && { executablePath }),
    args: flags,
    headless: true,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    permissions: ['notifications'],
  })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

/** Runs `work` in a browser on a copy of that profile, which then goes. */
export async function browseCopy<Result>(
  profile: Profile,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const copy = profile.copy()
  try {
    return await browse(copy, work)
  } finally {
    copy.remove()
  }
}

/** Runs `work` in a page at that address, which is then closed. */
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
