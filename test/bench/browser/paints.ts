import type { Page } from '@playwright/test'

/** Reports a page's paints. Times are ms since the start of its navigation. */
export interface PaintBench {
  /** Resolves with the time of the first frame that contains the selector. */
  first(selector: string): Promise<number>
  /** Measures the next click: the times to the first and to the last change of the document with the selector in it. */
  afterClick(selector: string): Promise<ClickTimes>
  /** Starts to measure the time from each key to the next frame. `stop` returns the times, ms. */
  watchKeys(): { stop(): readonly number[] }
  /** Measures the next key: the time to the frame that contains the selector, ms. */
  afterKey(selector: string): Promise<number>
  /** Measures the next Enter: the time to the frame that contains an article with this text, ms. */
  afterEnter(text: string): Promise<number>
}

export interface ClickTimes {
  /** Until the first frame that contains the selector, ms. */
  readonly first: number
  /** Until the last frame that differs from the one before, ms. */
  readonly last: number
}

declare global {
  interface Window {
    paintBench: PaintBench
  }
}

/** Installs the reporter in every page of the context, or in this page, from its start. */
export const watchPaints = (where: Pick<Page, 'addInitScript'>) => where.addInitScript(installPaintBench)

/** Runs in the page, so it may use no outer variables. */
function installPaintBench(): void {
  /** A click counts as finished after this time without a change, ms. What the app fills in later comes sooner. */
  const quiet = 1_000

  /** A message posted in a frame arrives after that frame was painted. */
  const afterPaint = (callback: (now: number) => void) =>
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        painted.port1.close()
        callback(performance.now())
      }
      painted.port2.postMessage(0)
    })

  const whenPainted = (isPainted: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isPainted()) return
        observer.disconnect()
        afterPaint(resolve)
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      look()
    })

  window.paintBench = {
    first: (selector) => whenPainted(() => document.querySelector(selector) !== null),
    afterClick: (selector) =>
      new Promise((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp: start }) => {
            let last = start
            let first: number | undefined
            let timer: ReturnType<typeof setTimeout> | undefined
            const end = () => {
              if (first === undefined) {
                timer = setTimeout(end, quiet)
                return
              }
              observer.disconnect()
              resolve({ first: first - start, last: last - start })
            }
            const note = () =>
              afterPaint((now) => {
                last = now
                if (document.querySelector(selector) !== null) first ??= now
                clearTimeout(timer)
                timer = setTimeout(end, quiet)
              })
            const observer = new MutationObserver(note)
            observer.observe(document, {
              subtree: true,
              childList: true,
              characterData: true,
              attributes: true,
            })
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
    afterKey: (selector) =>
      new Promise((resolve) => {
        const note = ({ timeStamp }: KeyboardEvent) => {
          whenPainted(() => document.querySelector(selector) !== null).then((now) => resolve(now - timeStamp))
        }
        document.addEventListener('keydown', note, { capture: true, once: true })
      }),
    afterEnter: (text) =>
      new Promise((resolve) => {
        // Only the newest article, because reading all for each change would be slow.
        const isPainted = () =>
          [...document.querySelectorAll('article')].at(-1)?.textContent?.includes(text) ?? false
        const note = ({ key, timeStamp }: KeyboardEvent) => {
          if (key !== 'Enter') return
          document.removeEventListener('keydown', note, { capture: true })
          whenPainted(isPainted).then((now) => resolve(now - timeStamp))
        }
        document.addEventListener('keydown', note, { capture: true })
      }),
  }
}
