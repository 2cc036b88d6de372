import { withTimeLimit } from '#streams/clock/timing.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'

/** How long finding out whether to ask may take [NOTIF-13], ms. */
export const permissionTimeLimit = 3000

/** The browser's permission to notify. */
export interface NotificationPermission {
  /**
   * Whether a person may be asked: the browser notifies, has no answer yet, and will remember one [NOTIF-11]. Where it
   * cannot, that is reported and nobody is told [NOTIF-12]. Never rejects.
   */
  mayAsk(): Promise<boolean>
  /** Has the browser ask, which it does only during a press. */
  request(): void
}

export interface PermissionParts {
  readonly page: { readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'> }
  /** Undefined in a browser that has no storage of files. */
  readonly files: Pick<StorageManager, 'getDirectory'> | undefined
  readonly clock: Clock
  readonly report: ReportPort
}

export function createNotificationPermission({
  page,
  files,
  clock,
  report,
}: PermissionParts): NotificationPermission {
  const warn = (detail: string, cause?: unknown) =>
    report.fault({ kind: 'notifications', detail, ...(cause === undefined ? {} : { cause }) })

  return {
    async mayAsk() {
      const { Notification } = page
      if (!Notification) {
        warn('this browser has none')
        return false
      }
      if (Notification.permission !== 'default') return false
      const finding = withTimeLimit(clock, permissionTimeLimit, () => isPrivateMode(files), ignore)
      const isPrivate = await finding.catch(() => undefined)
      if (isPrivate === undefined) warn('finding out whether this window is private took too long')
      if (isPrivate) warn('not asked for in a private window')
      return isPrivate === false
    },
    request() {
      page.Notification?.requestPermission().catch((cause: unknown) => warn('could not be asked for', cause))
    },
  }
}

/** A result after the time limit is ignored. */
const ignore = () => undefined

/** Private windows of Firefox and Safari reject files of their own; those of Chromium cannot be told and answer no by themselves. */
async function isPrivateMode(files: PermissionParts['files']): Promise<boolean> {
  if (!files || !('getDirectory' in files)) return false
  return files.getDirectory().then(
    () => false,
    () => true,
  )
}
