import { Subject } from 'rxjs'
import { type ActorRefFrom, createActor } from 'xstate'
import { authenticationView, createAuthentication } from '#client/authentication.ts'
import { createLookups } from '#client/lookups.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { AuthServices } from '#machines/auth/account-directory.ts'
import {
  answerAccountInUse,
  watchAccountsInUse,
  watchRemovedAccounts,
} from '#machines/auth/accounts-in-use.ts'
import type { AuthActor } from '#machines/auth/auth-machine.ts'
import type { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { AccountLoader } from '#machines/root/account-loading.ts'
import { createRootMachine } from '#machines/root/root-machine.ts'
import { accountActorId } from '#machines/root/running-accounts.ts'
import type { UserId } from '#schemas/ids.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createCaller } from '#streams/http/caller.ts'
import { createEndpoints } from '#streams/http/endpoints.ts'
import { deletePreservedDatabase, isPreservedDatabase } from '#streams/log/preserved-database.ts'
import type { PreservedOutbox, PreservedOutboxServices } from '#streams/log/preserved-outbox.ts'
import type { Clock, Ports, ReportPort } from '#streams/ports.ts'
import { createFallbackMemory, createFallbackStorage } from '#streams/storage/fallback-storage.ts'
import type { AccountProgram } from './account-program.ts'
import {
  accountServices,
  createDeviceCredentials,
  createNoticeQueue,
  renewOtherAccount,
} from './account-services.ts'
import type { AccountClient, Client } from './client.ts'
import { brandSecret, createClientEndpoints, endpointServices } from './client-endpoints.ts'
import type { ClientOptions } from './client-options.ts'
import { createCodeCountdown } from './code-countdown.ts'
import { selectFromActor } from './select-from-actor.ts'

type RootActor = ActorRefFrom<ReturnType<typeof createRootMachine>>

/** Child actors that live as long as the root actor. */
function childrenOf(root: RootActor): {
  auth: AuthActor
  endpoints: ActorRefFrom<ReturnType<typeof createEndpointsMachine>>
} {
  const { auth, endpoints } = root.getSnapshot().children
  if (!auth || !endpoints) throw new Error('The client is not running')
  return { auth, endpoints }
}

/** Keeps the child actors after the root has stopped, so that a disposed client still answers earlier calls. */
function rememberChildren(root: () => RootActor): () => ReturnType<typeof childrenOf> {
  let children: ReturnType<typeof childrenOf> | undefined
  return () => {
    children ??= childrenOf(root())
    return children
  }
}

/** The opened account; undefined while it is opening. */
function coreOf(root: RootActor, userId: UserId | undefined): AccountCore | undefined {
  const { children } = root.getSnapshot()
  return userId === undefined ? undefined : children[accountActorId(userId)]?.getSnapshot().context.core
}

/** The core of the tab's own account. */
const ownCoreOf = (root: RootActor) => coreOf(root, root.getSnapshot().context.userId)

/** The cores of all accounts that run in this tab. */
const coresOf = (root: RootActor): readonly AccountCore[] =>
  root.getSnapshot().context.running.flatMap((userId) => coreOf(root, userId) ?? [])

/**
 * Starts a client with the account that was chosen last on this device. Loads the code of a signed-in client from
 * `program` when a user is signed in or starts to sign in.
 */
export function startClient(
  hostPorts: Ports,
  options: ClientOptions,
  program: AccountLoader<AccountProgram>,
): Client {
  const fallback = createFallbackMemory()
  const portsWithReportLimit: Ports = {
    ...hostPorts,
    report: limitReports(hostPorts.report, hostPorts.clock),
  }
  const tabs = createTabChannel(hostPorts.channel, hostPorts.random, portsWithReportLimit.report)
  const notifyTabs = (userId?: UserId) => tabs.post({ type: 'update-auth-credentials', userId })
  const device = createFallbackStorage(portsWithReportLimit, fallback, notifyTabs)
  const ports: Ports = { ...portsWithReportLimit, storage: device.storage }
  const { clock, storage, locks, report } = ports
  const notices$ = new Subject<Notice>()
  const endpoints = createEndpoints(options.environment, options.origin)
  let locale = options.locale
  const identity = {
    deviceType: options.deviceType,
    brand: options.environment.brand.key || undefined,
    locale: () => locale,
  }
  const children = rememberChildren(() => root)
  const credentials = createDeviceCredentials(
    () => children().auth,
    (rejected) => renewOtherAccount(authServices, children().auth, rejected),
  )
  const caller = createCaller({ http: ports.http, clock, report, endpoints, identity, credentials })
  const selecting = endpointServices({ ports, endpoints, caller, credentials, options })
  const serverTime = createServerTime(clock)
  const preservedOutbox = createLazyPreservedOutbox(program, {
    storage,
    clock,
    openLog: async (account) =>
      (await program.load()).openLog({ account, ports, time: serverTime, fallback }),
  })
  const shared = {
    ports,
    fallback,
    endpoints,
    identity,
    caller,
    serverTime,
    tabs,
    preservedOutbox,
    retention: options.retention,
    pushSetting: options.environment.push,
  }
  const authServices: AuthServices = {
    storage,
    locks,
    clock,
    report,
    caller,
    preservedOutbox,
    notifyTabs,
    tabAccount: hostPorts.tabAccount,
    push: options.environment.push && ports.push,
  }
  const notices = createNoticeQueue(notices$, tabs, () => children().auth)
  const machine = createRootMachine({
    servicesOf: accountServices({ shared, credentials, notices, auth: () => children().auth }),
    report,
    auth: authServices,
    endpoints: selecting.services,
    program,
    // A host app has one account.
    mayRunOthers: options.deviceType !== 'embedded',
  })
  const root: RootActor = createActor(machine, {
    clock,
    ...(options.inspect ? { inspect: options.inspect } : {}),
  })
  root.start()

  const listening = tabs.messages$.subscribe((message) => {
    if (message.type === 'update-auth-credentials') children().auth.send({ type: 'credentials.changed' })
    notices.receive(message)
  })
  const stopAnswering = answerAccountInUse(
    tabs,
    () => authenticationView(children().auth.getSnapshot()).chosen,
  )
  const { own: account, all: accounts } = watchAccounts(root, program, options)
  const { auth } = children()
  const codeCountdown = createCodeCountdown(clock)
  watchRemovedAccounts(auth, fallback.discard)

  return {
    authentication: createAuthentication({
      auth,
      codeCountdown,
      caller,
      clock,
      crypto: ports.crypto,
      secret: brandSecret(options.environment),
      notices$,
      unsentCount: (of = root.getSnapshot().context.userId) =>
        accounts
          .get()
          .filter(({ userId }) => of === 'all' || userId === of)
          .reduce((sum, account) => sum + account.unsentCount(), 0),
    }),
    account,
    accounts,
    accountFailure: selectFromActor(root, ({ context }) => context.failure),
    preloadAccount: () => root.send({ type: 'sign-in.begun' }),
    retryLoadAccount: () => root.send({ type: 'loading.requested' }),
    accountsInUse: watchAccountsInUse(tabs, clock),
    tabs,
    lookups: createLookups({ caller, clock }),
    endpoints: createClientEndpoints(children().endpoints, endpoints, selecting.fileDomains.records),
    storage: fallback.healthTracker.health,
    notices$: notices$.asObservable(),
    setLocale(next) {
      if (next === locale) return
      locale = next
      root.send({ type: 'locale.changed' })
    },
    async dispose() {
      const cores = coresOf(root)
      listening.unsubscribe()
      stopAnswering()
      root.stop()
      codeCountdown.stop()
      device.stop()
      await Promise.all(cores.map((core) => core.close()))
      notices$.complete()
    },
  }
}

/** Creates one account client for each opened core. */
function watchAccounts(
  root: RootActor,
  program: AccountLoader<AccountProgram>,
  { inspect }: ClientOptions,
): { readonly own: Client['account']; readonly all: Client['accounts'] } {
  const clients = new WeakMap<AccountCore, AccountClient>()
  const reconnect = () => root.send({ type: 'connection.requested' })
  const clientOf = (core: AccountCore): AccountClient | undefined => {
    const known = clients.get(core) ?? program.loaded()?.createClient(core, reconnect, inspect)
    if (known) clients.set(core, known)
    return known
  }
  return {
    own: selectFromActor(root, () => {
      const core = ownCoreOf(root)
      return core && clientOf(core)
    }),
    all: selectFromActor(root, () => coresOf(root).flatMap((core) => clientOf(core) ?? [])),
  }
}

/**
 * Creates the preserved outbox on first use, because its code belongs to the account program, which is loaded on
 * demand. Its operations reject when the program cannot be loaded. The caller then tries again or changes nothing.
 */
function createLazyPreservedOutbox(
  program: AccountLoader<AccountProgram>,
  services: PreservedOutboxServices,
): PreservedOutbox {
  let outbox: PreservedOutbox | undefined
  const create = ({ createPreservedOutbox }: AccountProgram): PreservedOutbox => {
    outbox ??= createPreservedOutbox(services)
    return outbox
  }
  const withOutbox = <Result>(run: (outbox: PreservedOutbox) => Promise<Result>): Promise<Result> => {
    const loaded = program.loaded()
    return loaded ? run(create(loaded)) : program.load().then((program) => run(create(program)))
  }
  return {
    keep: (account) => withOutbox((preserved) => preserved.keep(account)),
    read: (account) => withOutbox((preserved) => preserved.read(account)),
    drop: (account, isOver) => withOutbox((preserved) => preserved.drop(account, isOver)),
    add: (account, messages) => withOutbox((preserved) => preserved.add(account, messages)),
    restore: (...moved) => withOutbox((preserved) => preserved.restore(...moved)),
    // Does not load the program: a sign-out and a wipe must work even when it cannot be loaded.
    forget: (account) => deletePreservedDatabase(services.storage, account),
    mustStay: (place) =>
      isPreservedDatabase(place)
        ? withOutbox((preserved) => preserved.mustStay(place))
        : Promise.resolve(false),
  }
}

const minute = 60_000

/**
 * Reports each kind of fault at most once a minute, so that a series of invalid frames causes one report (DEC-126).
 */
export function limitReports(report: ReportPort, clock: Clock): ReportPort {
  const reportedAt = new Map<string, number>()
  return {
    fault(fault) {
      const last = reportedAt.get(fault.kind)
      const now = clock.monotonic()
      if (last !== undefined && now - last < minute) return
      reportedAt.set(fault.kind, now)
      report.fault(fault)
    },
  }
}
