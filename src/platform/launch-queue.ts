import { paths } from '#src/routes/route-table.ts'

/** A launch of the installed app by the operating system, which TypeScript's library does not declare. */
interface LaunchParams {
  readonly targetURL?: string | undefined
  /** The files that the user opened with the app. */
  readonly files: readonly Pick<FileSystemFileHandle, 'name' | 'getFile'>[]
}

/** `window.launchQueue` (Web App Launch Handler API). It keeps launches until there is a consumer. */
export interface LaunchQueue {
  setConsumer(consumer: (launch: LaunchParams) => void): void
}

declare global {
  interface Window {
    /** Chromium only. */
    readonly launchQueue?: LaunchQueue
  }
}

interface LaunchServices {
  readonly queue: LaunchQueue
  /** The address at which this document was loaded. */
  readonly loadedAt: string
  readonly caches: Pick<CacheStorage, 'open'>
  readonly now: () => number
  /** Opens a path of the app. */
  readonly open: (path: string) => void
}

/**
 * Handles launches of the installed app in this window, which `launch_handler` in the manifest focuses instead of
 * loading it again. Opened files go to the share page, and a shortcut opens its page. The app's icon focuses the window
 * and changes nothing.
 */
export function followLaunches({ queue, loadedAt, caches, now, open }: LaunchServices): void {
  const openFiles = async (handles: LaunchParams['files']) => {
    const read = await Promise.all(handles.map((handle) => handle.getFile().catch(() => handle.name)))
    const files = read.filter((one) => typeof one !== 'string')
    const omitted = read.filter((one) => typeof one === 'string')
    // Loaded when used, because few starts are launches with files.
    const { storeSharedContent } = await import('./shared-content.ts')
    const id = await storeSharedContent(caches, { text: '', files, omitted }, now()).catch(() => undefined)
    open(id === undefined ? paths.share : `${paths.share}?id=${id}`)
  }
  queue.setConsumer(({ targetURL, files }) => {
    if (files.length > 0) return void openFiles(files)
    // A launch that loaded this document is reported too, perhaps after the user has opened another page.
    if (targetURL === undefined || targetURL === loadedAt) return
    const { pathname, search } = new URL(targetURL, loadedAt)
    // Chromium loads the document for shared content, also in a window that is open.
    if (pathname !== paths.messages && pathname !== paths.share) open(pathname + search)
  })
}
