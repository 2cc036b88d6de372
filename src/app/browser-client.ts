import type { Client } from '#client/client.ts'
import type { ClientOptions } from '#client/client-options.ts'
import { startClient } from '#client/start-client.ts'
import { createAccountLoader } from '#machines/root/account-loading.ts'
import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import type { Inspection } from '#src/inspection/inspection.ts'
import { isInstalled } from '#src/platform/device.ts'
import { randomText } from '#streams/clock/random-text.ts'
import type { Ports, Random, ReportPort } from '#streams/ports.ts'
import type { DatabasePlatform } from '#streams/storage/databases.ts'
import { loadDexieStorage, openStorage } from '#streams/storage/open-storage.ts'
import type { AccountPorts } from './account-ports.ts'
import type { InstallationFacts } from './app-context.ts'
import { readHint } from './cached-list/snapshot-hint.ts'
import { browserClock } from './ports/clock.ts'
import {
  browserTabAccount,
  browserVisibility,
  createBrowserChannel,
  createBrowserLocks,
} from './ports/cross-tab.ts'
import { browserCrypto, browserRandom } from './ports/crypto.ts'
import { browserHttp, browserSocket } from './ports/network.ts'
import type { Translation } from './translation.ts'
import { appVersion } from './version.ts'

export interface BrowserClientOptions {
  readonly environment: EnvironmentConfig
  /** Reloads the environment; undefined on a page whose environment never changes. */
  readonly loadEnvironment?: () => Promise<EnvironmentConfig>
  readonly locale: string
  readonly isEmbedded: boolean
  readonly report: ReportPort
  /** Translates notifications. */
  readonly translation: Translation
  /** Development only: observes the client's machines and ports. */
  readonly inspection?: Pick<Inspection, 'inspect' | 'observe'> | undefined
}

export interface BrowserClient {
  readonly client: Client
  readonly diagnostics: InstallationFacts
}

/** Loads everything that a signed-in user needs in parallel: account program, database, ports and texts. */
const createLoader = (translation: Translation, keep: (ports: AccountPorts) => void) =>
  createAccountLoader(async () => {
    const [{ accountProgram }, { createAccountPorts }] = await Promise.all([
      loadAccountProgram(),
      loadAccountPorts(),
      loadDexieStorage(),
      translation.add('account'),
    ])
    keep(createAccountPorts(translation))
    return accountProgram
  })

/**
 * Fetches the account's code before the client exists, if this device has shown an account's list before. A failure is
 * reported by the client, which loads the code again when it needs it.
 */
export const preloadAccountCode = (): void => {
  if (readHint() === undefined) return
  for (const load of [loadAccountProgram, loadAccountPorts]) load().catch(() => undefined)
}

const loadAccountProgram = () => import('#client/account-program.ts')
const loadAccountPorts = () => import('./account-ports.ts')

/** The composition root: the headless client over this browser's ports. */
export const createBrowserClient = async (options: BrowserClientOptions): Promise<BrowserClient> => {
  const { environment, inspection, loadEnvironment, locale, isEmbedded, report, translation } = options
  const storage = openStorage(findDatabase())
  let accountPorts: AccountPorts | undefined
  const ports: Ports = {
    storage,
    report,
    clock: browserClock,
    random: browserRandom,
    socket: browserSocket,
    http: browserHttp,
    locks: createBrowserLocks(navigator.locks),
    channel: createBrowserChannel(),
    tabAccount: browserTabAccount,
    visibility: browserVisibility,
    crypto: browserCrypto,
    ...lateAccountPorts(() => accountPorts),
  }
  const clientOptions: ClientOptions = {
    environment,
    locale,
    origin: location.origin,
    deviceType: deviceType(isEmbedded),
    version: appVersion,
    ...(loadEnvironment ? { loadEnvironment } : {}),
    ...(inspection ? { inspect: inspection.inspect } : {}),
  }
  const loader = createLoader(translation, (loaded) => {
    accountPorts = loaded
  })
  const client = startClient(inspection?.observe(ports) ?? ports, clientOptions, loader)
  return {
    client,
    diagnostics: factsOf(
      client,
      readClientId(() => localStorage, browserRandom),
    ),
  }
}

const factsOf = (client: Client, clientId: string): InstallationFacts => ({
  clientId,
  get endpoints() {
    return endpointsInUse(client)
  },
})

/** An installed app is a PWA at any width (DEC-46). */
const deviceType = (isEmbedded: boolean): 'embedded' | 'pwa' | 'web' => {
  if (isEmbedded) return 'embedded'
  return isInstalled() ? 'pwa' : 'web'
}

/** Read on access, because endpoints change while the app runs. */
const endpointsInUse = ({ endpoints }: Client): InstallationFacts['endpoints'] => {
  const { socket, ...others } = endpoints.inUse()
  return { websocket: socket, ...others }
}

const clientIdLength = 12

/**
 * Returns this browser's id: 12 characters, generated once and stored locally [BOOT-28]. Without local storage, each page
 * has a new one.
 */
export const readClientId = (open: () => Pick<Storage, 'getItem' | 'setItem'>, random: Random): string => {
  const key = 'chat-client-id'
  const created = randomText(random, clientIdLength)
  try {
    const storage = open()
    const known = storage.getItem(key)
    if (known?.length === clientIdLength) return known
    storage.setItem(key, created)
    return created
  } catch {
    return created
  }
}

/** Forwards to the account's ports once they are loaded. Throws before, because no account runs then. */
const lateAccountPorts = (here: () => AccountPorts | undefined): AccountPorts => {
  const ports = (): AccountPorts => {
    const there = here()
    if (there === undefined) throw new Error('an account runs without what it asks of the platform')
    return there
  }
  return {
    notifier: {
      hasFocus: () => ports().notifier.hasFocus(),
      subscribe: (listener) => ports().notifier.subscribe(listener),
      sound: () => ports().notifier.sound(),
      vibrate: (duration) => ports().notifier.vibrate(duration),
      show: (notification) => ports().notifier.show(notification),
      dismiss: (account, conversation) => ports().notifier.dismiss(account, conversation),
    },
    media: { transcode: (file, kind, options) => ports().media.transcode(file, kind, options) },
    push: {
      requestToken: (setting) => ports().push.requestToken(setting),
      revokeToken: async () => ports().push.revokeToken(),
      subscribe: (listener) => ports().push.subscribe(listener),
    },
  }
}

/** Finds this browser's IndexedDB; empty if it is missing or forbidden, in which case access throws. */
export const findDatabase = (): Partial<DatabasePlatform> => {
  try {
    const { indexedDB, IDBKeyRange } = globalThis
    return { indexedDB, IDBKeyRange }
  } catch {
    return {}
  }
}
