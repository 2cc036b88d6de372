import { withTimeLimit } from '#streams/clock/timing.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'

/** Time limit for finding out whether to ask [NOTIF-13], ms. */
export const permissionTimeLimit = 3000

/** The browser's permission for notifications. */
export interface NotificationPermission {
  /**
   * Whether to ask the user: the browser supports notifications, has no answer yet, and will store one [NOTIF-11].
   * Otherwise this is reported, and nothing is shown [NOTIF-12]. Never rejects.
   */
  mayAsk(): Promise<boolean>
  /** Makes the browser ask. Allowed during a user gesture only. */
  request(): void
}

export interface PermissionServices {
  readonly page: { readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'> }
  /** Undefined in a browser without the origin private file system. */
  readonly files: Pick<StorageManager, 'getDirectory'> | undefined
  readonly clock: Clock
  readonly report: ReportPort
}

export function createNotificationPermission({
  page,
  files,
  clock,
  report,
}: PermissionServices): NotificationPermission {
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

/**
 * Private windows of Firefox and Safari reject private files. Those of Chromium cannot be detected; they deny
 * notifications themselves.
 */
async function isPrivateMode(files: PermissionServices['files']): Promise<boolean> {
  if (!files || !('getDirectory' in files)) return false
  return files.getDirectory().then(
    () => false,
    () => true,
  )
}
