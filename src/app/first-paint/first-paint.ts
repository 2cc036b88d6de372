import { paths } from '#src/routes/route-table.ts'
import { decideFrame, desktopAbove, readFrameMode } from '../frame-decision.ts'
import type { Drawing } from './drawing.ts'
import { type Hint, readHint, readStored } from './hint.ts'
import { paintDrawing } from './paint-drawing.ts'
import { dress, sheetsOfPage } from './sheets.ts'
import { readStoredDrawing } from './stored-drawing.ts'

/** What the first paint reads of this device and tab before the app does; src/app/preferences.ts and host.ts keep the rest. */
interface Remembered {
  readonly hint: Hint
  readonly preferences: Readonly<Record<string, unknown>>
  readonly embeddedIn: string | null
  readonly frame: string | null
}

/** A start that takes longer than this goes on without, ms. */
const patience = 400
/** An app that is not there by then shows how far it is, ms. */
const longest = 3000

/** Where somebody wants to go who did not wait for the app. */
let wanted: string | undefined
let go: (href: string) => void = (href) => {
  wanted = href
}

/**
 * Paints the list of conversations as it was when it was last looked at, if that is what the app would show at this address;
 * resolves once it is in the page, or it is known that it will not be. Never rejects.
 */
export async function paintFirst(): Promise<void> {
  try {
    const remembered = recall()
    if (remembered === undefined) return
    await Promise.race([paintStored(remembered), wait(patience)])
  } catch {
    // The app comes a little later, and says what is wrong.
  }
}

/** The app is ready to go somewhere: where somebody wanted to meanwhile, and from now on at once. */
export function followFirstPaint(goTo: (href: string) => void): void {
  go = goTo
  if (wanted !== undefined) goTo(wanted)
  wanted = undefined
}

async function paintStored({ hint, preferences, embeddedIn, frame }: Remembered): Promise<void> {
  const begun = performance.now()
  const [drawing, isDressed] = await Promise.all([readStoredDrawing(indexedDB, hint.account), dressAs(hint)])
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

/** Resolves after the frame in which everything made so far was painted: what comes then keeps the page busy. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const heard = new MessageChannel()
      heard.port1.onmessage = () => {
        heard.port1.close()
        resolve()
      }
      heard.port2.postMessage(0)
    })
  })

const displayModeIn = (value: unknown) => (value === 'desktop' || value === 'mobile' ? value : 'automatic')

/** Without a choice the page speaks the language of its document. */
const isSpoken = ({ locale }: Drawing, chosen: unknown): boolean =>
  locale === (typeof chosen === 'string' ? chosen : document.documentElement.lang)

function show(drawing: Drawing): void {
  const over = document.createElement('div')
  over.className = 'first-paint-over'
  // Whoever listens to the page or uses its keys meets the app itself.
  over.ariaHidden = 'true'
  over.append(paintDrawing(drawing, new Date().toDateString()))
  over.addEventListener('click', follow)
  document.documentElement.dataset.frame = drawing.frame
  document.body.append(over)
  watch(over)
}

function follow(event: MouseEvent): void {
  const { target } = event
  const link = target instanceof Element ? target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (!link || !isPlain) return
  event.preventDefault()
  go(link.pathname + link.search)
}

/** Takes it away in the very step in which the app has something to show that is not waiting itself. */
function watch(over: HTMLElement): void {
  const root = document.querySelector('#root')
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    over.remove()
  }
  const observer = new MutationObserver(() => {
    if (root?.querySelector('main') && !root.querySelector('[data-waiting]')) end()
  })
  if (root) observer.observe(root, { subtree: true, childList: true, attributes: true })
  const timer = setTimeout(end, longest)
}

/** Undefined where there is nothing to paint, or the address asks for something else than the list. */
function recall(): Remembered | undefined {
  const { pathname, search } = location
  if ((pathname !== paths.messages && pathname !== paths.entry) || search !== '') return undefined
  const hint = readHint()
  if (!window.isSecureContext || hint === undefined) return undefined
  const preferences = readStored('chat-preferences')
  return {
    hint,
    preferences: typeof preferences === 'object' && preferences !== null ? { ...preferences } : {},
    embeddedIn: sessionStorage.getItem('chat-host-app'),
    frame: sessionStorage.getItem('chat-host-frame'),
  }
}

const wait = (time: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, time)
  })
