import { withDeadline } from '#streams/clock/timing.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'

/** What this browser says about notifications of this page. */
export type NotificationPermissionState = 'granted' | 'denied' | 'default' | 'unsupported'

/** How long finding out may take [NOTIF-13], ms. */
const initialisationLimit = 3000

export interface PermissionParts {
  readonly page: Partial<Pick<typeof globalThis, 'Notification'>>
  readonly clock: Clock
  readonly report: ReportPort
  /** Whether this is a private window, where a permission would be forgotten. */
  isPrivate(): Promise<boolean>
}

/**
 * Whether a person may be asked. What cannot notify is reported and nothing is said to the person
 * [NOTIF-11 NOTIF-12]; neither is what takes longer than 3 s [NOTIF-13].
 */
export async function readNotificationPermission(
  parts: PermissionParts,
): Promise<NotificationPermissionState> {
  const { page, clock, report } = parts
  const unsupported = (detail: string): NotificationPermissionState => {
    report.fault({ kind: 'notifications', detail })
    return 'unsupported'
  }
  if (!page.Notification) return unsupported('not supported by this browser')
  try {
    const isPrivate = await withDeadline(clock, initialisationLimit, () => parts.isPrivate())
    return isPrivate ? unsupported('not available in a private window') : page.Notification.permission
  } catch {
    return unsupported('could not be initialised in time')
  }
}
