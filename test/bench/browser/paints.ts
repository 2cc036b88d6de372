import type { Page } from '@playwright/test'

/** What a page tells of its paints; times in ms since its navigation began. */
export interface PaintBench {
  /** Resolves with the time of the first frame in which something matches. */
  first(selector: string): Promise<number>
  /** The next click: from it to the last frame in which anything of the document changed, something matching in it, ms. */
  afterClick(selector: string): Promise<number>
  /** From now on each key: from it to the frame after it. `stop` answers the times, ms. */
  watchKeys(): { stop(): readonly number[] }
  /** The next Enter: from it to the frame in which an article with this text is there, ms. */
  afterEnter(text: string): Promise<number>
}

declare global {
  interface Window {
    paintBench: PaintBench
  }
}

/** Has every page of the context, or this one, tell of its paints from its beginning. */
export const watchPaints = (where: Pick<Page, 'addInitScript'>) => where.addInitScript(installPaintBench)

/** Runs in the page, so that it knows nothing beside itself. */
function installPaintBench(): void {
  /** Nothing has changed for so long: a click has done what it does, ms. */
  const quiet = 300

  /** A message posted in a frame is heard once that frame was painted. */
  const afterPaint = (heard: (now: number) => void) =>
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        painted.port1.close()
        heard(performance.now())
      }
      painted.port2.postMessage(0)
    })

  const whenThere = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return
        observer.disconnect()
        afterPaint(resolve)
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    })

  window.paintBench = {
    first: (selector) => whenThere(() => document.querySelector(selector) !== null),
    afterClick: (selector) =>
      new Promise((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp: start }) => {
            let last = start
            let timer: ReturnType<typeof setTimeout> | undefined
            const end = () => {
              if (document.querySelector(selector) === null) {
                timer = setTimeout(end, quiet)
                return
              }
              observer.disconnect()
              resolve(last - start)
            }
            const note = () =>
              afterPaint((now) => {
                last = now
                clearTimeout(timer)
                timer = setTimeout(end, quiet)
              })
            const observer = new MutationObserver(note)
            observer.observe(document, { subtree: true, childList: true, characterData: true })
            note()
          },
          { once: true, capture: true },
        )
      }),
    watchKeys() {
      const times: number[] = []
      const note = ({ timeStamp }: Event) => {
        afterPaint((now) => times.push(now - timeStamp))
      }
      document.addEventListener('keydown', note, { capture: true })
      return {
        stop() {
          document.removeEventListener('keydown', note, { capture: true })
          return times
        },
      }
    },
    afterEnter: (text) =>
      new Promise((resolve) => {
        // The newest: what stands before it need not be read for each change.
        const isThere = () =>
          [...document.querySelectorAll('article')].at(-1)?.textContent?.includes(text) ?? false
        const note = ({ key, timeStamp }: KeyboardEvent) => {
          if (key !== 'Enter') return
          document.removeEventListener('keydown', note, { capture: true })
          whenThere(isThere).then((now) => resolve(now - timeStamp))
        }
        document.addEventListener('keydown', note, { capture: true })
      }),
  }
}
