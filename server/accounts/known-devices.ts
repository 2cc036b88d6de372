import { and, eq, gt, inArray } from 'drizzle-orm'
import { readCookies, writeCookie } from '../http/cookies.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import { knownDevice } from '../store/schema/index.ts'
import { createToken } from './secrets.ts'

/** How long a browser stays known after a sign-in, s. */
const knownFor = 180 * 24 * 60 * 60
/** The maximum number of digests that one request makes the server look up. */
const mostCookies = 5

/** The caller, as far as the limits on guessing are concerned. */
export interface Visitor {
  readonly peer: Peer
  /** The Cookie header. */
  readonly cookies: string
}

/** Remembers the browser of a person who has just signed in. Returns the Set-Cookie value. */
export async function rememberDevice(services: Services, accountId: number, peer: Peer): Promise<string> {
  const token = createToken(services.random)
  const expiresAt = services.clock.now() + knownFor * 1000
  await services.database
    .insert(knownDevice)
    .values({ digest: await services.digest.hash(token), accountId, expiresAt })
  return writeCookie({ name: `device-${accountId}`, value: token, path: '/', maxAge: knownFor }, peer)
}

/**
 * Returns the key that wrong guesses are counted by: a browser that has signed in to this account, else the address. A
 * stranger's guesses therefore pause the stranger and not the owner.
 */
export async function guessSource(
  services: Services,
  accountId: number | undefined,
  { peer, cookies }: Visitor,
): Promise<{ readonly key: string; readonly isKnown: boolean }> {
  const tokens = readCookies(cookies, new RegExp(`^device-${accountId}$`)).slice(0, mostCookies)
  const digests = await Promise.all(tokens.map((token) => services.digest.hash(token)))
  if (accountId === undefined || digests.length === 0) return { key: peer.address, isKnown: false }
  const [row] = await services.database
    .select({ digest: knownDevice.digest })
    .from(knownDevice)
    .where(
      and(
        inArray(knownDevice.digest, digests),
        eq(knownDevice.accountId, accountId),
        gt(knownDevice.expiresAt, services.clock.now()),
      ),
    )
  return row ? { key: `device ${row.digest}`, isKnown: true } : { key: peer.address, isKnown: false }
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/**
 * Returns the browser and system that a User-Agent header names, such as "Firefox, Windows"; empty if it names neither.
 */
export function deviceName(userAgent: string): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined).join(', ')
}
