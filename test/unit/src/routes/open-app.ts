// Loaded here, so that rendering protected pages takes none of a test's time.
import '#src/routes/protected-layout.tsx'
import { createMemoryHistory } from '@tanstack/react-router'
import type { AuthenticationView } from '#client/authentication.ts'
import type { Client } from '#client/client.ts'
import { createHostStore } from '#src/app/host.ts'
import { createPreferences, type Preferences } from '#src/app/preferences.ts'
import { type AppRouter, createAppRouter } from '#src/routes/router.tsx'
import { createWritable } from '#streams/readable.ts'
import { createFixtureClient } from '#test/gallery/fixtures/fixture-client.ts'

const memoryStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

export interface Opening {
  readonly authentication?: Partial<AuthenticationView>
  readonly embeddedIn?: string
  readonly preferences?: Partial<Preferences>
  readonly isBrowserCompatible?: boolean
}

export const signedOut: Partial<AuthenticationView> = {
  status: 'signed-out',
  accounts: [],
  chosen: undefined,
}

/** A fixture client whose sign-in state the test sets. */
const clientIn = (view: Partial<AuthenticationView>) => {
  const client = createFixtureClient('usual')
  const source = createWritable<AuthenticationView>({ ...client.authentication.view.get(), ...view })
  const wired: Client = { ...client, authentication: { ...client.authentication, view: source } }
  return { client: wired, setView: (next: AuthenticationView) => source.set(next), view: source }
}

/**
 * Loads the router's address and follows its redirects. Outside a browser the router behaves like a server: it reports
 * a redirect instead of following it.
 */
export const runGuards = async (router: AppRouter): Promise<void> => {
  await router.load()
  const result = router._serverResult
  if (result?.type !== 'redirect') return
  const { href, state } = result.redirect.options
  if (href === undefined) throw new Error('a redirect without an address')
  router.history.replace(href, typeof state === 'object' ? state : {})
  await runGuards(router)
}

/** The app's real router at an address, with its guards run and nothing rendered. */
export const openApp = async (address: string, opening: Opening = {}) => {
  const app = prepareApp(address, opening)
  await runGuards(app.router)
  return app
}

/** The same before its guards run. */
export const prepareApp = (address: string, opening: Opening = {}) => {
  const { client, setView, view } = clientIn(opening.authentication ?? {})
  const host = createHostStore(memoryStorage())
  if (opening.embeddedIn !== undefined) host.change({ embeddedIn: opening.embeddedIn })
  const preferences = createPreferences(memoryStorage())
  preferences.change({ hasCheckedCompatibility: true, ...opening.preferences })
  const router = createAppRouter(
    {
      ...{ client, preferences, host, translation: { add: async () => undefined } },
      isBrowserCompatible: () => opening.isBrowserCompatible ?? true,
    },
    createMemoryHistory({ initialEntries: [address] }),
  )
  return { router, client, host, preferences, setView, view }
}

/** The router's final address. */
export const addressOf = (router: AppRouter): string => router.state.location.href
