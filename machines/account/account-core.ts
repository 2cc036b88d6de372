import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { UploadProgress } from '#machines/message/upload-message-file.ts'
import type { PushSetting } from '#schemas/env/environment.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createTabChannel, silentChannel, type TabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { Caller, CredentialSource } from '#streams/http/caller.ts'
import { callerOf } from '#streams/http/caller.ts'
import type { Endpoints } from '#streams/http/endpoints.ts'
import type { CallerIdentity } from '#streams/http/request.ts'
import { createPresence, type Presence } from '#streams/inbound/presence.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import type { PreservedOutbox } from '#streams/log/preserved-outbox.ts'
import type { RetentionPlan } from '#streams/log/retention.ts'
import {
  createNotificationSettings,
  type NotificationSettingsStore,
} from '#streams/notification/notification-settings.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import { createSocketLink, type SocketLink } from '#streams/socket/socket-link.ts'
import type { FallbackMemory } from '#streams/storage/fallback-storage.ts'

/** What a client has beside any account. */
export interface ClientServices {
  readonly ports: Ports
  /** What stands in for a faulty storage. */
  readonly fallback: FallbackMemory
  readonly endpoints: Endpoints
  readonly identity: CallerIdentity
  readonly caller: Caller
  readonly credentials: CredentialSource
  readonly serverTime: ServerTime
  readonly tabs: TabChannel
  /** How long messages and events are kept, when neither the server nor the usual figures count. */
  readonly retention?: RetentionPlan | undefined
  /** How device tokens are asked for; absent while push is off (DEC-102). */
  readonly pushSetting?: PushSetting | undefined
  notify(notice: Notice): void
  /** The server ended the sign-in [SOCK-59 SOCK-60]; a kick-out leaves no unsent message (DEC-115). */
  sessionFailed(mayPreserveOutbox: boolean): void
  /** Unsent messages that outlive a forced sign-out (DEC-115). */
  readonly preservedOutbox: PreservedOutbox
  /** The own name or picture may have changed: the stored account shows them too [AUTH-43]. */
  profileChanged(profile: ProfileFacts): void
  /** The server gave a new token by itself [SOCK-78]. */
  tokenUpdated(token: string): void
}

/** Everything of one signed-in account in this tab, whether it leads or follows. */
export interface AccountCore extends Omit<ClientServices, 'fallback'> {
  readonly userId: UserId
  /** Calls in the name of this account alone, whoever is signed in by then. */
  readonly caller: Caller
  readonly log: AccountLog
  readonly link: SocketLink
  readonly presence: Presence
  readonly connection: Writable<ConnectionView>
  /** What this account has silenced on all its devices. */
  readonly notifications: NotificationSettingsStore
  /** Whether the list of conversations is known, from storage or from the server. */
  readonly hasLoaded: Writable<boolean>
  /** How much of each file under way has left, 0 to 1. */
  readonly uploadProgress: Writable<UploadProgress>
  /** Makes the log durable and lets it go; the same promise however often it is called. */
  close(): Promise<void>
}

/** Opens the account's log and what works on it; rejects when the storage cannot be read. */
export async function openAccountCore(services: ClientServices, userId: UserId): Promise<AccountCore> {
  const { ports, serverTime } = services
  const log = await openAccountLog({
    account: userId,
    ports,
    time: serverTime,
    fallback: services.fallback,
  })
  const { tabs } = services
  const caller = callerOf(services.caller, userId)
  const notifications = createNotificationSettings({ account: userId, caller, tabs })
  let closing: Promise<void> | undefined
  return {
    ...services,
    ...(log.isShared ? {} : apart(services)),
    userId,
    caller,
    log,
    link: createSocketLink({ ...ports, serverTime }),
    presence: createPresence(),
    connection: createWritable<ConnectionView>({ status: 'connecting' }),
    notifications,
    hasLoaded: createWritable(log.conversations.get().length > 0),
    uploadProgress: createWritable<UploadProgress>(new Map()),
    close() {
      notifications.close()
      closing ??= log.close()
      return closing
    },
  }
}

/**
 * A log in this page's memory is nothing that tabs could share: this one leads itself, with a socket of its own, and
 * neither hears nor tells the others.
 */
const apart = ({ ports }: ClientServices): Pick<ClientServices, 'ports' | 'tabs'> => ({
  ports: { ...ports, channel: silentChannel, locks: createMemoryLocks() },
  tabs: createTabChannel(silentChannel, ports.random, ports.report),
})
