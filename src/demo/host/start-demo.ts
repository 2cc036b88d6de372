import type { Client } from '#client/client.ts'
import type { Locale } from '#src/app/locales.ts'
import type { Page } from '#src/app/page.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { createFaultRing } from '#src/app/ports/report.ts'
import type { ReportPort } from '#streams/ports.ts'
import type { KeepFiles } from '../addresses.ts'
import { worldFile } from '../world-file.ts'
import type { DemoTranslation } from './demo-translation.ts'
import { forgetWorld, keptWorld, markKept, wipeRemains } from './kept-world.ts'
import { type OpeningWorld, openWorld } from './open-world.ts'
import type { Stage } from './stage.ts'
import { becomeHost } from './tab-lock.ts'

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
  world.enliven(worldLocale)
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
