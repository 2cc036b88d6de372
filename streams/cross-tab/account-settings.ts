import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { UserId } from '#schemas/ids.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import { getNotificationSettings, saveNotificationSettings } from '../api/notifications.ts'
import type { TabChannel } from '../cross-tab/tab-channel.ts'
import type { Caller } from '../http/caller.ts'
import { createWritable, type Readable } from '../readable.ts'

/** The notification settings of the account, shared by all its tabs. */
export interface NotificationSettingsStore {
  /** Undefined until the server or another tab has sent them. */
  readonly settings: Readable<NotificationSettings | undefined>
  /** Fetches the settings. A failure keeps the known ones. */
  load(): Promise<Outcome>
  /** Applies a change immediately, and reverts it if it is rejected [NOTIF-05]. */
  change(changes: Partial<NotificationSettings>): Promise<Outcome>
  close(): void
}

export interface NotificationSettingsServices {
  readonly account: UserId
  readonly caller: Caller
  readonly tabs: TabChannel
}

export function createNotificationSettings(
  services: NotificationSettingsServices,
): NotificationSettingsStore {
  const { account, caller, tabs } = services
  const settings = createWritable<NotificationSettings | undefined>(undefined)
  /** The last settings confirmed by the server. */
  let confirmed: NotificationSettings | undefined
  let last: Promise<unknown> = Promise.resolve()
  let changesUnderWay = 0
  let changeCount = 0

  const publish = (next: NotificationSettings) =>
    tabs.post({ type: 'notification-settings', account, settings: next })

  const listening = tabs.messages$.subscribe((message) => {
    if (message.type !== 'notification-settings' || message.account !== account) return
    confirmed = message.settings
    if (changesUnderWay === 0) settings.set(message.settings)
  })

  async function load(): Promise<Outcome> {
    const countBefore = changeCount
    const wasQuiet = changesUnderWay === 0
    const result = await getNotificationSettings(caller)
    if (!result.isOk) return rejectedBecause(result.failure.rejection)
    // A response requested before or during a change may be older than the change.
    if (!wasQuiet || changeCount !== countBefore) return done
    confirmed = result.data
    settings.set(confirmed)
    publish(confirmed)
    return done
  }

  async function save(next: NotificationSettings): Promise<Outcome> {
    const result = await saveNotificationSettings(caller, next)
    changesUnderWay -= 1
    if (result.isOk) {
      confirmed = next
      if (changesUnderWay === 0) settings.set(next)
      return done
    }
    // Later changes include the rejected one, so that all restart from the confirmed settings.
    settings.set(confirmed)
    notifyConfirmed()
    return rejectedBecause(result.failure.rejection)
  }

  const notifyConfirmed = () => {
    if (confirmed) publish(confirmed)
  }

  return {
    settings,
    load,
    change(changes) {
      const current = settings.get()
      if (!current) return load()
      const next = { ...current, ...changes }
      settings.set(next)
      changesUnderWay += 1
      changeCount += 1
      publish(next)
      // Sent one at a time, so that the last change is the last one at the server.
      const saving = last.then(() => save(next))
      last = saving
      return saving
    },
    close: () => listening.unsubscribe(),
  }
}
