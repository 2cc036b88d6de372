import { isListPath } from '#src/routes/route-table.ts'
import { readCachedList } from '#streams/storage/read-cached-list.ts'
import { decideFrame, desktopAbove, readFrameMode } from '../frame-decision.ts'
import {
  applySheets,
  type ListSnapshot,
  preload,
  readSnapshot,
  renderSnapshot,
  sheetsOfPage,
} from './list-snapshot.ts'
import { readLocalJson, readTabAccount, type SnapshotHint } from './snapshot-hint.ts'

/** Settings that src/app/preferences.ts and host.ts have stored on this device and tab. */
interface StoredSettings {
  readonly preferences: Readonly<Record<string, unknown>>
  readonly embeddedIn: string | null
  readonly frame: string | null
}

/** Time for reading and rendering the snapshot, ms. After it the app starts without. */
const renderLimit = 400
/** Time after which the snapshot is removed if the app has not rendered, ms. The app then shows its own progress. */
const showLimit = 3000

/** The overlay's class; `followCachedListClicks` finds it by this. */
const overlayClass = 'cached-list'

/**
 * Shows the cached list snapshot if the app would show the list at this address. Resolves when the snapshot is painted,
 * or when there is none. Never rejects.
 */
export async function showCachedList(hint: SnapshotHint | undefined): Promise<void> {
  try {
    if (hint === undefined || !isListAddress()) return
    hideSpinner()
    await Promise.race([renderStored(hint), wait(renderLimit)])
  } catch {
    // The app starts without the snapshot, and reports what is wrong with the storage.
  } finally {
    if (!document.querySelector(`.${overlayClass}`)) showSpinner()
  }
}

/**
 * Follows the last link that the user clicked in the snapshot, and from now on each link immediately. The snapshot
 * comes from another script, so the overlay element is all that the two scripts share.
 */
export function followCachedListClicks(goTo: (href: string) => void): void {
  const overlay = document.querySelector<HTMLElement>(`.${overlayClass}`)
  if (!overlay) return
  const follow = () => {
    const { wanted } = overlay.dataset
    if (wanted !== undefined) goTo(wanted)
  }
  new MutationObserver(follow).observe(overlay, { attributeFilter: ['data-wanted'] })
  follow()
}

async function renderStored(hint: SnapshotHint): Promise<void> {
  const start = performance.now()
  const ofTab = readTabAccount()
  // Each account has its own snapshot; the style sheets are the same.
  const account = ofTab ?? hint.account
  if (account === 'none') return
  const snapshotReading = readCachedList({ indexedDB }, account, ofTab !== undefined)
  const reading = Promise.all([snapshotReading, applySheetsOf(hint)])
  const { preferences, embeddedIn, frame } = readSettings()
  const [value, isStyled] = await reading
  const snapshot = readSnapshot(value)
  const mode = decideFrame({
    isWide: matchMedia(`(width > ${desktopAbove}px)`).matches,
    isEmbedded: embeddedIn !== null,
    requested: readFrameMode(frame ?? undefined),
    displayMode: displayModeIn(preferences.displayMode),
  })
  if (!isStyled || snapshot?.frame !== mode || !isInLanguage(snapshot, preferences.locale)) return
  if (performance.now() - start > renderLimit) return
  showOverlay(snapshot)
  await nextPaint()
}

/**
 * Applies the snapshot's style sheets. Returns false when they are of another build, because they would style the app
 * too.
 */
async function applySheetsOf({ sheets }: SnapshotHint): Promise<boolean> {
  for (const sheet of sheets) preload(sheet, 'preload')
  await documentParsed()
  if (!sheetsOfPage().every((sheet) => sheets.includes(sheet))) return false
  await applySheets(sheets)
  return true
}

/** The first script of the page may run before the document is parsed. */
const documentParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve()
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })

/** Resolves at the frame after the next one: the app's work would delay the paint of an earlier frame. */
const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

const displayModeIn = (value: unknown) => (value === 'desktop' || value === 'mobile' ? value : 'automatic')

/** Without a chosen language, the page has the language of its document. */
const isInLanguage = ({ locale }: ListSnapshot, chosen: unknown): boolean =>
  locale === (typeof chosen === 'string' ? chosen : document.documentElement.lang)

function showOverlay(snapshot: ListSnapshot): void {
  const overlay = document.createElement('div')
  overlay.className = overlayClass
  // Screen readers and the keyboard get the app itself.
  overlay.ariaHidden = 'true'
  overlay.append(renderSnapshot(snapshot, new Date().toDateString()))
  overlay.addEventListener('click', (event) => {
    const wanted = clickedPath(event)
    if (wanted === undefined) return
    event.preventDefault()
    overlay.dataset.wanted = wanted
  })
  document.documentElement.dataset.frame = snapshot.frame
  document.body.append(overlay)
  removeWhenAppRendered(overlay)
}

/** The path of the clicked link; undefined for any other click. */
function clickedPath(event: MouseEvent): string | undefined {
  const { target } = event
  const link = target instanceof Element ? target.closest('a') : null
  return link && isPlainClick(event) ? link.pathname + link.search : undefined
}

/** Removes the overlay in the same task in which the app renders its first content that is not a skeleton. */
function removeWhenAppRendered(overlay: HTMLElement): void {
  const root = document.querySelector('#root')
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    overlay.remove()
    showSpinner()
  }
  const observer = new MutationObserver(() => {
    if (root?.querySelector('main') && !root.querySelector('[data-waiting]')) end()
  })
  if (root) observer.observe(root, { subtree: true, childList: true, attributes: true })
  const timer = setTimeout(end, showLimit)
}

/** The page's spinner would keep the browser painting before and below the snapshot. */
const hideSpinner = () => document.documentElement.classList.add('cached-list-expected')
const showSpinner = () => document.documentElement.classList.remove('cached-list-expected')

/** Returns whether the app would show the list at this address. */
const isListAddress = (): boolean =>
  isListPath(location.pathname) && location.search === '' && window.isSecureContext

function readSettings(): StoredSettings {
  const preferences = readLocalJson('chat-preferences')
  return {
    preferences: typeof preferences === 'object' && preferences !== null ? { ...preferences } : {},
    embeddedIn: sessionStorage.getItem('chat-host-app'),
    frame: sessionStorage.getItem('chat-host-frame'),
  }
}

const wait = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, time)
  })

/** Returns whether a click is unmodified. The browser handles others, such as opening a new tab. */
const isPlainClick = (
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
