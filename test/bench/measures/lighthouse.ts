import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { befriendByCall } from '#test/browser/support/calls.ts'
import { say } from '#test/browser/support/messages.ts'
import { storeAccount } from '#test/browser/support/signed-in.ts'
import { selectors } from '../browser/app.ts'
import { browse, createProfile, visit } from '../browser/profile.ts'
import { atLeast, type Metric } from '../metrics/metric.ts'
import type { Bench } from '../running/bench.ts'
import type { Measure } from '../running/measure.ts'
import { callerAt, signUp } from '../server/people.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** The category whose score varies from run to run. */
const timed = categories[0]

/** A person to whom friends have written, as a browser stores the account. */
async function signUpWithConversations(address: string, conversations: number): Promise<StoredAccount> {
  const account = await signUp(address)
  const person = { UID: account.userId, Token: account.token }
  for (let count = 0; count < conversations; count += 1) {
    const friend = callerAt(address, await signUp(address))
    await befriendByCall(friend, callerAt(address, account))
    await say(friend, { credentials: () => person }, 'See you at the station at eight.')
  }
  return account
}

/** Lists the audits that cost a category points. */
const lostPoints = ({ audits, categories }: Result, id: string): readonly string[] =>
  (categories[id]?.auditRefs ?? []).flatMap(({ id: audit, weight }) => {
    const { score = null, displayValue = '' } = audits[audit] ?? {}
    return weight > 0 && score !== null && score < 1 ? [`${audit} ${score} ${displayValue}`] : []
  })

/** Lighthouse's phone, CSS px. */
const phone = { width: 412, height: 823 }

/** Shows the list once, and then removes every file that the browser has cached of the app. */
const visitBefore = (context: BrowserContext, address: string): Promise<void> =>
  visit(context, 'about:blank', async (page) => {
    await page.setViewportSize(phone)
    await page.goto(`${address}/messages`)
    await page.locator(selectors.conversation).first().waitFor()
    await page.waitForFunction(() => localStorage.getItem('chat-cached-list') !== null)
    await page.goto(`${address}/icon.svg`)
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  })

interface Audited {
  readonly path: string
  readonly account?: StoredAccount
  /** Whether the account's list was shown on this device before. */
  readonly isKnown?: boolean
}

/**
 * Audits a page with an empty cache in Lighthouse's profile of a phone, which simulates a slow network and a four times
 * slower CPU.
 */
async function audit(
  bench: Bench,
  { path, account, isKnown = false }: Audited,
  onlyCategories: readonly string[],
): Promise<Result> {
  const { address } = await bench.server()
  const profile = createProfile()
  try {
    // Lighthouse controls the browser by a port, which the browser writes into its profile.
    return await browse(
      profile,
      async (context) => {
        if (account) await visit(context, 'about:blank', (page) => storeAccount(page, address, account))
        if (isKnown) await visitBefore(context, address)
        const port = Number(readFileSync(join(profile.folder, 'DevToolsActivePort'), 'utf8').split('\n')[0])
        const settings = { port, onlyCategories: [...onlyCategories], logLevel: 'error' as const }
        // The account is in the storage.
        const run = await lighthouse(address + path, {
          ...settings,
          disableStorageReset: true,
          // Milliseconds. Without a trace the page does not have to come to rest.
          ...(bench.isSmoke && { maxWaitForLoad: 3_000 }),
        })
        if (!run || run.lhr.runtimeError) throw new Error(`${path}: ${run?.lhr.runtimeError?.message}`)
        return run.lhr
      },
      ['--remote-debugging-port=0'],
    )
  } finally {
    await profile.remove()
  }
}

/** The scores of a page on a phone, of 100. A smoke run leaves out the trace, which takes most of the time. */
async function scoresOf(bench: Bench, name: string, page: Audited): Promise<readonly Metric[]> {
  const samples = new Map<string, number[]>()
  for (let round = 1; round <= bench.times(3); round += 1) {
    const wanted = bench.isSmoke ? ['seo'] : round === 1 ? categories : [timed]
    const result = await audit(bench, page, wanted)
    for (const id of wanted) {
      samples.set(id, [...(samples.get(id) ?? []), (result.categories[id]?.score ?? 0) * 100])
      for (const lost of lostPoints(result, id)) bench.tell(`  ${name}, ${id}: ${lost}`)
    }
  }
  return [...samples].map(([unit, found]) => ({ name, size: 1, unit, samples: found, target: atLeast(95) }))
}

/**
 * Lighthouse's scores of the sign-in and of a signed-in person's list, which the device has shown before or, as after
 * the loss of everything but the account, never.
 */
const scoring: Measure = {
  names: ['lighthouse-sign-in', 'lighthouse-list', 'lighthouse-list-first'],
  async run(bench) {
    const { address } = await bench.server()
    const account = await signUpWithConversations(address, bench.isSmoke ? 1 : 8)
    const page = { path: '/messages', account }
    // The list shows that the measure works.
    if (bench.isSmoke) return scoresOf(bench, 'lighthouse-list', page)
    return [
      ...(await scoresOf(bench, 'lighthouse-sign-in', { path: '/auth/sign-in' })),
      ...(await scoresOf(bench, 'lighthouse-list', { ...page, isKnown: true })),
      ...(await scoresOf(bench, 'lighthouse-list-first', page)),
    ]
  },
}

export const lighthouseMeasures: readonly Measure[] = [scoring]
