import { isListPath } from '#src/routes/route-table.ts'
import { isPlainClick } from '#src/ui/is-plain-click.ts'
import { decideFrame, desktopAbove, readFrameMode } from '../frame-decision.ts'
import type { Drawing } from './drawing.ts'
import { type Hint, readHint, readStored } from './hint.ts'
import { paintDrawing } from './paint-drawing.ts'
import { dress, fetchSheets, sheetsOfPage } from './sheets.ts'
import { readStoredDrawing } from './stored-drawing.ts'

/** What the first paint reads of this device and tab before the app does; src/app/preferences.ts and host.ts keep the rest. */
interface Remembered {
  readonly preferences: Readonly<Record<string, unknown>>
  readonly embeddedIn: string | null
  readonly frame: string | null
}

/** A start that takes longer than this goes on without, ms. */
const patience = 400
/** An app that is not there by then shows how far it is, ms. */
const longest = 3000

/**
 * Paints the list of conversations as it was when it was last looked at, if that is what the app would show at this address;
 * resolves once it is in the page, or it is known that it will not be. Never rejects.
 */
export async function showCachedList(): Promise<void> {
  try {
    const hint = expectedList()
    if (hint === undefined) return
    hideRing()
    await Promise.race([paintStored(hint), wait(patience)])
  } catch {
    // The app comes a little later, and says what is wrong.
  } finally {
    if (!document.querySelector('.cached-list')) showRing()
  }
}

async function paintStored(hint: Hint): Promise<void> {
  const begun = performance.now()
  const finding = Promise.all([readStoredDrawing(indexedDB, hint.account), dressAs(hint)])
  const { preferences, embeddedIn, frame } = recall()
  const [drawing, isDressed] = await finding
  const mode = decideFrame({
    isWide: matchMedia(`(width > ${desktopAbove}px)`).matches,
    isEmbedded: embeddedIn !== null,
    asked: readFrameMode(frame ?? undefined),
    displayMode: displayModeIn(preferences.displayMode),
  })
  if (!isDressed || drawing?.frame !== mode || !isSpoken(drawing, preferences.locale)) return
  if (performance.now() - begun > patience) return
  show(drawing)
  await painted()
}

/** Dresses the page for the drawing; false where it is of another build, whose sheets would dress the app too. */
async function dressAs({ sheets }: Hint): Promise<boolean> {
  fetchSheets(sheets)
  await whenParsed()
  if (!sheetsOfPage().every((sheet) => sheets.includes(sheet))) return false
  await dress(sheets)
  return true
}

/** The page may still be on its way when its first script runs. */
const whenParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve()
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true })
  })

/** Resolves when the frame after the one with everything made so far begins: what comes then keeps the page busy. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

const displayModeIn = (value: unknown) => (value === 'desktop' || value === 'mobile' ? value : 'automatic')

/** Without a choice the page speaks the language of its document. */
const isSpoken = ({ locale }: Drawing, chosen: unknown): boolean =>
  locale === (typeof chosen === 'string' ? chosen : document.documentElement.lang)

function show(drawing: Drawing): void {
  const over = document.createElement('div')
  over.className = 'cached-list'
  // Whoever listens to the page or uses its keys meets the app itself.
  over.ariaHidden = 'true'
  over.append(paintDrawing(drawing, new Date().toDateString()))
  over.addEventListener('click', (event) => {
    const wanted = addressOf(event)
    if (wanted === undefined) return
    event.preventDefault()
    // For the app, once it is there: follow-first-paint.ts.
    over.dataset.wanted = wanted
  })
  document.documentElement.dataset.frame = drawing.frame
  document.body.append(over)
  watch(over)
}

/** Where a click on a link of the drawing leads; undefined for any other click. */
function addressOf(event: MouseEvent): string | undefined {
  const { target } = event
  const link = target instanceof Element ? target.closest('a') : null
  return link && isPlainClick(event) ? link.pathname + link.search : undefined
}

/** Takes it away in the very step in which the app has something to show that is not waiting itself. */
function watch(over: HTMLElement): void {
  const root = document.querySelector('#root')
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    over.remove()
    showRing()
  }
  const observer = new MutationObserver(() => {
    if (root?.querySelector('main') && !root.querySelector('[data-waiting]')) end()
  })
  if (root) observer.observe(root, { subtree: true, childList: true, attributes: true })
  const timer = setTimeout(end, longest)
}

/** A ring that turns would have the browser paint without an end, first in place of what is waited for and then below it. */
const hideRing = () => document.documentElement.classList.add('cached-list-expected')
const showRing = () => document.documentElement.classList.remove('cached-list-expected')

/** Undefined where there is nothing to paint, or the address asks for something else than the list. */
function expectedList(): Hint | undefined {
  const { pathname, search } = location
  return isListPath(pathname) && search === '' && window.isSecureContext ? readHint() : undefined
}

function recall(): Remembered {
  const preferences = readStored('chat-preferences')
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
