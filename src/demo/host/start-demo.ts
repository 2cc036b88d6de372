import type { Client } from '#client/client.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { findLocale, type Locale } from '#src/app/locales.ts'
import type { Page } from '#src/app/page.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { createFaultRing } from '#src/app/ports/report.ts'
import type { ReportPort } from '#streams/ports.ts'
import type { KeepFiles } from '../addresses.ts'
import type { OpenFailure, ToWorker, WorkerStep } from '../protocol.ts'
import { worldFile } from '../world-file.ts'
import { type Backend, createBackend } from './backend.ts'
import type { DemoTranslation } from './demo-translation.ts'
import type { Stage } from './stage.ts'

export interface DemoStart {
  readonly root: Element
  readonly banner: Element
  readonly page: Page
  readonly stage: Stage
  readonly translation: DemoTranslation
  /** Holds the backend; it loads from the moment it is made. */
  readonly worker: Worker
}

/** Takes everything back to the beginning: without a world, the next start wipes what is left and makes one. */
export const startOver = (): void => {
  forgetWorld()
  location.replace('/')
}

/**
 * From an empty page to the app over its own backend.
 *
 *   lock ─▶ world kept? ──yes──▶ app at once from what the client stored; its calls wait for the worker
 *                │ no
 *                └─▶ wipe ─▶ worker makes a fresh world, signs its owner in ─▶ app
 */
export async function startDemo(start: DemoStart): Promise<void> {
  const { page, stage, worker } = start
  // All loads while the worker loads the engine; each is awaited where it is used.
  const parts = Promise.all([
    import('./mocked-network.ts'),
    import('./run-app.ts'),
    import('./banner.tsx'),
    // What the first screen draws with is split from the app, which would ask for it only once it runs.
    import('#src/features/conversation-list/conversation-list-pane.tsx'),
  ])
  parts.catch(() => undefined)
  await becomeHost(stage.showTaken)
  stage.showProgress()

  const kept = keptWorld()
  const worldLocale = kept ?? page.locale
  if (kept === undefined) await wipeRemains()
  const report = createFaultRing(browserClock.now)
  const world = openWorld({
    worker,
    report,
    locale: page.locale,
    isFresh: kept === undefined,
    onStep: stage.finish,
    // Without the backend's half of the world, the client's half is of no use.
    onFailure: (reason) => (reason === 'missing' ? startOver() : stage.showFailure(startOver)),
  })
  const [{ mockNetwork }, app, { showBanner }] = await parts
  await mockNetwork(world.backend)
  stage.finish('app')

  const owner = kept === undefined ? await world.owner : undefined
  const client = await app.runApp({ root: start.root, page, report, owner })
  if (kept === undefined) keepOnceSaved(world, page.locale)
  const { banner, translation } = start
  const { preferences, toasts } = page
  const { authentication } = client
  await Promise.all([
    app.untilSeen(client),
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
  if (kept === undefined) saveDrafts(client, worldLocale, report)
  world.startWorldBots(worldLocale)
  keepFiles(worldLocale)
}

const saveDrafts = (client: Client, locale: Locale, report: ReportPort): void => {
  import('../world/save-drafts.ts')
    .then(({ saveWorldDrafts }) => saveWorldDrafts(client, locale))
    .catch((cause: unknown) => report.fault({ kind: 'demo world', detail: 'no drafts were saved', cause }))
}

// Last, as nothing waits for it.
const keepFiles = (locale: Locale): void => {
  const message: KeepFiles = { type: 'keep files', others: [`/${worldFile(locale)}`] }
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(message))
}

// Not before: a start that is cut off in between begins anew rather than with half a world.
const keepOnceSaved = ({ saved }: OpeningWorld, locale: Locale): void => {
  void saved.then(() => markKept(locale))
}

const keptKey = 'chat-demo-world'

/** The language of the world that this browser keeps; undefined when there is none, or none that is whole. */
const keptWorld = (): Locale | undefined => findLocale(localStorage.getItem(keptKey) ?? undefined)

/** The world and what the client knows of it are whole from now on. */
const markKept = (locale: Locale): void => localStorage.setItem(keptKey, locale)

/** From now on there is no world: the next start makes one. */
const forgetWorld = (): void => localStorage.removeItem(keptKey)

/** Names of our databases: the client's, the backend's files, and the engine's own. */
const isOurs = (name: string | undefined): name is string =>
  name !== undefined && (name.startsWith('chat-') || name.startsWith('/pglite/chat-'))

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })

/** Deletes what an earlier world left behind; how the app looks and which language it speaks stay. */
async function wipeRemains(): Promise<void> {
  sessionStorage.clear()
  const names = (await indexedDB.databases()).map(({ name }) => name).filter(isOurs)
  await Promise.all(names.map(deleteDatabase))
}

const lockName = 'chat-demo-host'
/** A tab that has just been left or loaded anew lets go within this, ms. */
const graceTime = 400

/**
 * Takes the host's lock, for as long as this tab lives. Calls `onTaken` when another tab has it, and resolves when
 * that one has gone.
 */
async function becomeHost(onTaken: () => void): Promise<void> {
  const held = new Promise<void>((resolve, reject) => {
    const holder = () => {
      resolve()
      // Never settles: the browser lets go when the tab goes.
      return new Promise<void>(() => undefined)
    }
    navigator.locks.request(lockName, holder).catch(reject)
  })
  const grace = setTimeout(onTaken, graceTime)
  await held
  clearTimeout(grace)
}

/** The world that the worker holds, as the page knows it. */
interface OpeningWorld {
  /** Takes requests at once; they wait until the world is open. */
  readonly backend: Backend
  /** The owner of a fresh world, once it is open. */
  readonly owner: Promise<StoredAccount | undefined>
  /** Resolves when a fresh world is whole on disk. */
  readonly saved: Promise<void>
  /** Lets the people of the world begin to act; `locale` is what they speak. */
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

/** Has the worker open its world. */
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
      if (message.type === 'kept') return setSaved()
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
