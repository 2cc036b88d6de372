import type { Client } from '#client/client.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { findLocale, type Locale } from '#src/app/locales.ts'
import type { Page } from '#src/app/page.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { createFaultRing } from '#src/app/ports/report.ts'
import { paths } from '#src/routes/route-table.ts'
import type { ReportPort } from '#streams/ports.ts'
import { deleteDatabases } from '#streams/storage/origin-databases.ts'
import { type KeepFiles, worldFile } from '../addresses.ts'
import type { OpenFailure, ToWorker, WorkerStep } from '../protocol.ts'
import { type Backend, createBackend } from './backend.ts'
import type { DemoTranslation } from './demo-translation.ts'
import type { Stage } from './stage.ts'

export interface DemoStart {
  readonly root: Element
  readonly banner: Element
  readonly page: Page
  readonly stage: Stage
  readonly translation: DemoTranslation
  /** Runs the backend. It starts to load when it is created. */
  readonly worker: Worker
}

/** Resets the demo: without a world, the next start wipes the rest and creates one. */
export const startOver = (): void => {
  forgetWorld()
  location.replace('/')
}

/**
 * From an empty page to the app over its own backend.
 *
 *   lock ─▶ world stored? ──yes──▶ app immediately, from the client's storage; its calls wait for the worker
 *                │ no
 *                └─▶ wipe ─▶ worker makes a fresh world, signs its owner in ─▶ app
 */
export async function startDemo(start: DemoStart): Promise<void> {
  const { page, stage, worker } = start
  // All loads run while the worker loads the engine. Each is awaited where it is used.
  const parts = Promise.all([
    import('./mocked-network.ts'),
    import('./run-app.ts'),
    import('./banner.tsx'),
    // A separate chunk that the app would request only when it runs.
    import('#src/features/conversation-list/conversation-list-pane.tsx'),
  ])
  parts.catch(() => undefined)
  await becomeHost(stage.showTaken)
  stage.showProgress()

  const storedLocale = findStoredWorld()
  const worldLocale = storedLocale ?? page.locale
  if (storedLocale === undefined) await wipeRemains()
  const report = createFaultRing(browserClock.now)
  const world = openWorld({
    worker,
    report,
    locale: page.locale,
    isFresh: storedLocale === undefined,
    onStep: stage.finish,
    // The client's data is useless without the backend's data of the same world.
    onFailure: (reason) => (reason === 'missing' ? startOver() : stage.showFailure(startOver)),
  })
  const [{ mockNetwork }, app, { showBanner }] = await parts
  await mockNetwork(world.backend)
  stage.finish('app')

  const owner = storedLocale === undefined ? await world.owner : undefined
  if (storedLocale === undefined) await showFirstConversation()
  const client = await app.runApp({ root: start.root, page, report, owner })
  if (storedLocale === undefined) markOnceSaved(world, page.locale)
  const { banner, translation } = start
  const { preferences, toasts } = page
  const { authentication } = client
  await Promise.all([
    app.untilFirstScreen(client),
    showBanner(banner, {
      authentication,
      translation,
      preferences,
      toasts,
      worldLocale,
      onStartOver: startOver,
    }),
  ])
  stage.leave()
  if (storedLocale === undefined) saveDrafts(client, worldLocale, report)
  world.startWorldBots(worldLocale)
  keepFiles(worldLocale)
}

/** A fresh world starts with a lively group where there is room for one. An address that names a page stays. */
async function showFirstConversation(): Promise<void> {
  if (location.pathname !== paths.entry || !matchMedia('(width > 900px)').matches) return
  const { groupIdOf } = await import('../world/personas.ts')
  history.replaceState(null, '', paths.group.replace('$groupId', String(groupIdOf('weekend'))))
}

const saveDrafts = (client: Client, locale: Locale, report: ReportPort): void => {
  import('../world/save-drafts.ts')
    .then(({ saveWorldDrafts }) => saveWorldDrafts(client, locale))
    .catch((cause: unknown) => report.fault({ kind: 'demo world', detail: 'no drafts were saved', cause }))
}

// Last, because nothing waits for it.
const keepFiles = (locale: Locale): void => {
  const message: KeepFiles = { type: 'keep files', others: [`/${worldFile(locale)}`] }
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message))
}

// Only now, because an interrupted start must create a new world instead of using half of one.
const markOnceSaved = ({ saved }: OpeningWorld, locale: Locale): void => {
  void saved.then(() => markStored(locale))
}

const storedWorldKey = 'chat-demo-world'

/** Returns the language of the stored world; undefined if there is none, or only an incomplete one. */
const findStoredWorld = (): Locale | undefined =>
  findLocale(localStorage.getItem(storedWorldKey) ?? undefined)

/** Marks the stored world and the client's data of it as complete. */
const markStored = (locale: Locale): void => localStorage.setItem(storedWorldKey, locale)

/** Marks the world as missing, so that the next start creates one. */
const forgetWorld = (): void => localStorage.removeItem(storedWorldKey)

/** Whether a database is ours: the client's, the backend's files, or the engine's. */
const isOurs = (name: string): boolean => name.startsWith('chat-') || name.startsWith('/pglite/chat-')

/** Deletes the data of an earlier world. Preferences and language stay. */
async function wipeRemains(): Promise<void> {
  sessionStorage.clear()
  await deleteDatabases({ indexedDB }, isOurs)
}

const lockName = 'chat-demo-host'
/** How long a closed or reloaded tab may hold the lock, ms. */
const graceTime = 400

/**
 * Takes the host's lock for the life of this tab. Calls `onTaken` if another tab has it, and resolves when that tab
 * has closed.
 */
async function becomeHost(onTaken: () => void): Promise<void> {
  const held = new Promise<void>((resolve, reject) => {
    const holder = () => {
      resolve()
      // Never settles: the browser releases the lock when the tab closes.
      return new Promise<void>(() => undefined)
    }
    navigator.locks.request(lockName, holder).catch(reject)
  })
  const grace = setTimeout(onTaken, graceTime)
  await held
  clearTimeout(grace)
}

/** The page's view of the world that the worker opens. */
interface OpeningWorld {
  /** Accepts requests immediately. They wait until the world is open. */
  readonly backend: Backend
  /** Resolves with the owner of a fresh world when it is open. */
  readonly owner: Promise<StoredAccount | undefined>
  /** Resolves when a fresh world is stored completely. */
  readonly saved: Promise<void>
  /** Starts the bots of the world; `locale` is their language. */
  startWorldBots(locale: Locale): void
}

interface OpenWorldOptions {
  readonly worker: Worker
  readonly report: ReportPort
  readonly locale: Locale
  readonly isFresh: boolean
  onStep(step: WorkerStep): void
  onFailure(reason: OpenFailure): void
}

/** Makes the worker open its world. */
function openWorld(options: OpenWorldOptions): OpeningWorld {
  const { worker, report, locale, isFresh, onStep, onFailure } = options
  let setOwner: (owner: StoredAccount | undefined) => void
  let setSaved: () => void
  const owner = new Promise<StoredAccount | undefined>((resolve) => {
    setOwner = resolve
  })
  const saved = new Promise<void>((resolve) => {
    setSaved = resolve
  })
  const backend = createBackend({
    worker,
    report,
    onWorld: (message) => {
      if (message.type === 'step') return onStep(message.step)
      if (message.type === 'opened') return setOwner(message.account)
      if (message.type === 'saved') return setSaved()
      report.fault({ kind: 'demo world', detail: message.detail })
      onFailure(message.reason)
    },
  })
  const post = (message: ToWorker) => worker.postMessage(message)
  post({ type: 'open', locale, isFresh })
  return {
    backend,
    owner,
    saved,
    startWorldBots: (spoken) => post({ type: 'startWorldBots', locale: spoken, isFresh }),
  }
}
