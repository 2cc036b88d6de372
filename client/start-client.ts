import { Subject } from 'rxjs'
import { type ActorRefFrom, createActor, waitFor } from 'xstate'
import { authenticationView, createAuthentication } from '#client/authentication.ts'
import { createLookups } from '#client/lookups.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AccountCore, ClientServices } from '#machines/account/account-core.ts'
import {
  answerAccountInUse,
  watchAccountsInUse,
  watchRemovedAccounts,
} from '#machines/auth/accounts-in-use.ts'
import type { AuthActor } from '#machines/auth/auth-machine.ts'
import type { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import type { AccountLoader } from '#machines/root/account-loading.ts'
import { createRootMachine } from '#machines/root/root-machine.ts'
import type { UserId } from '#schemas/ids.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { CredentialSource, Renewal } from '#streams/http/caller.ts'
import { createCaller } from '#streams/http/caller.ts'
import { createEndpoints } from '#streams/http/endpoints.ts'
import { deletePreservedDatabase, isPreservedDatabase } from '#streams/log/preserved-database.ts'
import type { PreservedOutbox, PreservedOutboxServices } from '#streams/log/preserved-outbox.ts'
import type { Ports } from '#streams/ports.ts'
import { createFallbackMemory, createFallbackStorage } from '#streams/storage/fallback-storage.ts'
import type { Clock, ReportPort } from '../streams/ports.ts'
import type { AccountProgram } from './account-program.ts'
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

const coreOf = (root: RootActor): AccountCore | undefined =>
  root.getSnapshot().children.account?.getSnapshot().context.core

/**
 * Starts a client with the account that was chosen last on this device. Loads the code of a signed-in client from
 * `program` when a user is signed in or starts to sign in.
 */
export function startClient(
  given: Ports,
  options: ClientOptions,
  program: AccountLoader<AccountProgram>,
): Client {
  const fallback = createFallbackMemory()
  const limited: Ports = { ...given, report: limitReports(given.report, given.clock) }
  const tabs = createTabChannel(given.channel, given.random, limited.report)
  const notifyTabs = (userId?: UserId) => tabs.post({ type: 'update-auth-credentials', userId })
  const device = createFallbackStorage(limited, fallback, notifyTabs)
  const ports: Ports = { ...limited, storage: device.storage }
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
  const credentials = createCredentialSource(() => children().auth)
  const caller = createCaller({ http: ports.http, clock, report, endpoints, identity, credentials })
  const selecting = endpointServices({ ports, endpoints, caller, credentials, options })
  const serverTime = createServerTime(clock)
  const preservedOutbox = createLazyPreservedOutbox(program, {
    storage,
    clock,
    openLog: async (account) =>
      (await program.load()).openLog({ account, ports, time: serverTime, fallback }),
  })
  const services: ClientServices = {
    ports,
    fallback,
    endpoints,
    identity,
    caller,
    credentials,
    serverTime,
    retention: options.retention,
    pushSetting: options.environment.push,
    tabs,
    notify: (notice) => notices$.next(notice),
    preservedOutbox,
    sessionFailed: (mayPreserveOutbox) => children().auth.send({ type: 'session.failed', mayPreserveOutbox }),
    profileChanged: ({ nickname, avatarUrl }) =>
      children().auth.send({ type: 'profile.changed', nickname, avatarUrl }),
    tokenUpdated: (token) => children().auth.send({ type: 'token.updated', token }),
  }
  const machine = createRootMachine({
    services,
    auth: {
      storage,
      locks,
      clock,
      report,
      caller,
      preservedOutbox,
      notifyTabs,
      tabAccount: given.tabAccount,
      hasPush: isPushOn(ports, options),
    },
    endpoints: selecting.services,
    program,
  })
  const root: RootActor = createActor(machine, {
    clock,
    ...(options.inspect ? { inspect: options.inspect } : {}),
  })
  root.start()

  const listening = tabs.messages$.subscribe(({ type }) => {
    if (type === 'update-auth-credentials') children().auth.send({ type: 'credentials.changed' })
  })
  const stopAnswering = answerAccountInUse(
    tabs,
    () => authenticationView(children().auth.getSnapshot()).chosen,
  )
  const account = watchAccount(root, program, options)
  const { auth } = children()
  const code = createCodeCountdown(clock)
  watchRemovedAccounts(auth, fallback.discard)

  return {
    authentication: createAuthentication({
      auth,
      code,
      caller,
      clock,
      crypto: ports.crypto,
      secret: brandSecret(options.environment),
      notices$,
      unsentCount: () => coreOf(root)?.log.outbox.get().messages.length ?? 0,
    }),
    account,
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
      const core = coreOf(root)
      listening.unsubscribe()
      stopAnswering()
      root.stop()
      code.stop()
      device.stop()
      await core?.close()
      notices$.complete()
    },
  }
}

/** Whether the server may have a push token of this device. */
const isPushOn = ({ push }: Ports, { environment }: ClientOptions): boolean =>
  push !== undefined && environment.push !== undefined

/** Creates one account client for each opened core. */
function watchAccount(
  root: RootActor,
  program: AccountLoader<AccountProgram>,
  { inspect }: ClientOptions,
): Client['account'] {
  const clients = new WeakMap<AccountCore, AccountClient>()
  const reconnect = () => root.send({ type: 'connection.requested' })
  return selectFromActor(root, () => {
    const core = coreOf(root)
    if (!core) return undefined
    const known = clients.get(core) ?? program.loaded()?.createClient(core, reconnect, inspect)
    if (known) clients.set(core, known)
    return known
  })
}

/**
 * Creates the preserved outbox on first use, because its code belongs to the account program, which is loaded on
 * demand. Its operations reject when the program cannot be loaded. The caller then tries again or changes nothing.
 */
function createLazyPreservedOutbox(
  program: AccountLoader<AccountProgram>,
  parts: PreservedOutboxServices,
): PreservedOutbox {
  let outbox: PreservedOutbox | undefined
  const create = ({ createPreservedOutbox }: AccountProgram): PreservedOutbox => {
    outbox ??= createPreservedOutbox(parts)
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
    restore: (account, log, now) => withOutbox((preserved) => preserved.restore(account, log, now)),
    // Does not load the program: a sign-out and a wipe must work even when it cannot be loaded.
    forget: (account) => deletePreservedDatabase(parts.storage, account),
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

/**
 * The credentials of the signed-in account. Concurrent calls rejected with the same token share one refresh [AUTH-34
 * AUTH-60].
 */
export function createCredentialSource(auth: () => AuthActor): CredentialSource {
  const current = () => {
    const snapshot = auth().getSnapshot()
    const { account } = snapshot.context
    if (!account || !snapshot.matches({ session: 'signedIn' })) return undefined
    return { userId: account.userId, token: account.token }
  }
  return {
    current,
    async renew(rejected): Promise<Renewal> {
      const actor = auth()
      const before = current()
      if (before?.userId !== rejected.userId) return 'rejected'
      if (before.token !== rejected.token) return 'renewed'
      actor.send({ type: 'token.rejected', token: rejected.token })
      await waitFor(actor, (snapshot) => !snapshot.matches({ session: { signedIn: 'refreshing' } })).catch(
        // The client was disposed of meanwhile, so nobody is signed in.
        () => undefined,
      )
      const renewed = current()
      // Another account may have been selected meanwhile. Its token must not be used for this one.
      if (renewed?.userId !== rejected.userId) return 'rejected'
      return renewed.token === rejected.token ? 'unreachable' : 'renewed'
    },
  }
}
