import { EMPTY, mergeMap, type Observable, of } from 'rxjs'
import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { UserId } from '#schemas/ids.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import { getNotificationSettings, saveNotificationSettings } from '../api/notifications.ts'
import type { CallResult } from '../http/call-result.ts'
import type { Caller } from '../http/caller.ts'
import type { AccountLog } from '../log/account-log.ts'
import { untilLogCloses } from '../log/until-log-closes.ts'
import { createWritable, type Readable } from '../readable.ts'
import { createTaskQueue } from '../task-queue.ts'
import type { TabChannel } from './tab-channel.ts'

/** Settings of an account that the server stores and all its tabs show. */
export interface AccountSettings<Settings> {
  /** Undefined until the server or another tab has sent them. */
  readonly settings: Readable<Settings | undefined>
  /** Fetches the settings. A failure keeps the known ones. */
  load(): Promise<Outcome>
  /** Applies a change immediately, and reverts it if it is rejected [NOTIF-05 SET-18]. */
  change(changes: Partial<Settings>): Promise<Outcome>
}

/** Where settings are stored, and how tabs share them. */
interface SettingsServices<Settings> {
  readonly log: Pick<AccountLog, 'appended$'>
  load(): Promise<CallResult<Settings>>
  /** Sends a change; `next` are all settings after it. */
  save(changes: Partial<Settings>, next: Settings): Promise<CallResult<unknown>>
  /** Sends what this tab shows to the other tabs. */
  publish(shown: Settings): void
  /** Emits what other tabs show. */
  readonly received$: Observable<Settings>
}

/** Creates settings that are shared by the tabs of an account until its log closes. */
export function createAccountSettings<Settings extends object>(
  services: SettingsServices<Settings>,
): AccountSettings<Settings> {
  const settings = createWritable<Settings | undefined>(undefined)
  /** The last settings that the server confirmed. */
  let confirmed: Settings | undefined
  let changesUnderWay: readonly Partial<Settings>[] = []
  let changeCount = 0
  const inTurn = createTaskQueue()

  const show = () => settings.set(confirmed && Object.assign({}, confirmed, ...changesUnderWay))
  const publish = () => {
    const shown = settings.get()
    if (shown) services.publish(shown)
  }
  const confirm = (next: Settings) => {
    confirmed = next
    show()
  }
  services.received$.pipe(untilLogCloses(services.log)).subscribe(confirm)

  async function load(): Promise<Outcome> {
    const countBefore = changeCount
    const wasQuiet = changesUnderWay.length === 0
    const result = await services.load()
    if (!result.isOk) return rejectedBecause(result.failure.rejection)
    // A response requested before or during a change may be older than the change.
    if (!wasQuiet || changeCount !== countBefore) return done
    confirm(result.data)
    publish()
    return done
  }

  async function save(known: Settings, changes: Partial<Settings>): Promise<Outcome> {
    const next = { ...(confirmed ?? known), ...changes }
    const result = await services.save(changes, next)
    changesUnderWay = changesUnderWay.filter((one) => one !== changes)
    if (result.isOk) confirmed = { ...(confirmed ?? known), ...changes }
    show()
    if (result.isOk) return done
    publish()
    return rejectedBecause(result.failure.rejection)
  }

  return {
    settings,
    load,
    change(changes) {
      const known = confirmed
      if (!known) return load()
      changesUnderWay = [...changesUnderWay, changes]
      changeCount += 1
      show()
      publish()
      // Sent one at a time, so that the last change is the last one at the server.
      return inTurn(() => save(known, changes))
    },
  }
}

/** The parts of an account that its settings need. */
interface SettingsCore {
  readonly account: UserId
  readonly caller: Caller
  readonly tabs: TabChannel
  readonly log: Pick<AccountLog, 'appended$'>
}

/** The notification settings of the account; each save sends all of them [NOTIF-02 NOTIF-04] (DEC-81). */
export const createNotificationSettings = ({
  account,
  caller,
  tabs,
  log,
}: SettingsCore): AccountSettings<NotificationSettings> =>
  createAccountSettings({
    log,
    load: () => getNotificationSettings(caller),
    save: (_changes, next) => saveNotificationSettings(caller, next),
    publish: (settings) => tabs.post({ type: 'notification-settings', account, settings }),
    received$: settingsIn(tabs, (message) =>
      message.type === 'notification-settings' && message.account === account ? message.settings : undefined,
    ),
  })

/** The settings in the messages of other tabs. */
export const settingsIn = <Settings>(
  tabs: TabChannel,
  read: (message: TabMessage) => Settings | undefined,
): Observable<Settings> =>
  tabs.messages$.pipe(
    mergeMap((message) => {
      const settings = read(message)
      return settings === undefined ? EMPTY : of(settings)
    }),
  )
