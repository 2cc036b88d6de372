import { Subject } from 'rxjs'
import type { ActorRef, Snapshot } from 'xstate'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { SessionFailedEvent } from '#machines/auth/auth-setup.ts'
import type { UploadProgress } from '#machines/message/upload-message-file.ts'
import type { PushSetting } from '#schemas/env/environment.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import {
  createGroupChanges,
  createListChanges,
  type GroupChanges,
  type ListChanges,
} from '#streams/cross-tab/account-changes.ts'
import { type AccountSettings, createNotificationSettings } from '#streams/cross-tab/account-settings.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { createTabChannel, silentChannel, type TabChannel } from '#streams/cross-tab/tab-channel.ts'
import { type Caller, type CredentialSource, callerOf } from '#streams/http/caller.ts'
import type { Endpoints } from '#streams/http/endpoints.ts'
import type { CallerIdentity } from '#streams/http/request.ts'
import { type Activities, createActivities } from '#streams/inbound/activities.ts'
import { createPresence, type Presence } from '#streams/inbound/presence.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import type { PreservedOutbox } from '#streams/log/preserved-outbox.ts'
import type { RetentionPlan } from '#streams/log/retention-schedule.ts'
import type { Ports } from '#streams/ports.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import { createSocketLink, type SocketLink } from '#streams/socket/socket-link.ts'
import type { FallbackMemory } from '#streams/storage/fallback-storage.ts'

/** The parts of a client that belong to no account. */
export interface ClientServices {
  readonly ports: Ports
  /** In-memory storage, used while the device's storage cannot be opened. */
  readonly fallback: FallbackMemory
  readonly endpoints: Endpoints
  readonly identity: CallerIdentity
  readonly caller: Caller
  readonly credentials: CredentialSource
  readonly serverTime: ServerTime
  readonly tabs: TabChannel
  /** Overrides how long messages and events are kept. */
  readonly retention?: RetentionPlan | undefined
  /** How to request device tokens; absent while push is off (DEC-102). */
  readonly pushSetting?: PushSetting | undefined
  notify(notice: Notice): void
  /** Returns the auth machine's actor, which gets the event when the server ends the sign-in. */
  auth(): ActorRef<Snapshot<unknown>, SessionFailedEvent>
  /** Holds the unsent messages of a forced sign-out (DEC-115). */
  readonly preservedOutbox: PreservedOutbox
  /** Called when the own name or avatar may have changed, so that the stored account is updated [AUTH-43]. */
  profileChanged(profile: ProfileFacts): void
  /** Returns the versions of the extensions that were stored last, by name. */
  storedExtensions(): Readonly<Record<string, number>>
  /** Stores the versions of the server's extensions with the account. */
  storeExtensions(versions: Record<string, number>): void
  /** Called when the server has pushed a new token [SOCK-78]. */
  tokenUpdated(token: string): void
}

/** The parts of one signed-in account in this tab, leader or follower. */
export interface AccountCore extends Omit<ClientServices, 'fallback'> {
  readonly userId: UserId
  /** Calls with the credentials of this account, even after another account has signed in. */
  readonly caller: Caller
  readonly log: AccountLog
  readonly link: SocketLink
  readonly presence: Presence
  readonly activities: Activities
  readonly groupChanges: GroupChanges
  readonly blacklistChanges: ListChanges
  readonly tagChanges: ListChanges
  /** Emits in the leader tab when settings may have changed on another device. */
  readonly settingsChanged$: Subject<void>
  /** Announced when a draft is left, so that it is sent without waiting for a pause in typing. */
  readonly leftDrafts: ListChanges
  readonly connection: Writable<ConnectionView>
  /** The notification settings of this account, valid on all its devices. */
  readonly notifications: AccountSettings<NotificationSettings>
  /** Whether the conversation list is loaded, from storage or from the server. */
  readonly hasLoaded: Writable<boolean>
  /** The uploaded fraction of each current file, 0 to 1. */
  readonly uploadProgress: Writable<UploadProgress>
  /** Makes the log durable and closes it. Returns the same promise on every call. */
  close(): Promise<void>
}

/** Opens the account's log and the parts that use it. Rejects when the storage cannot be read. */
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
  let closing: Promise<void> | undefined
  return {
    ...services,
    ...(log.isShared ? {} : apart(services)),
    userId,
    caller,
    log,
    link: createSocketLink({ ...ports, serverTime }),
    presence: createPresence(),
    activities: createActivities({ userId, tabs, log, clock: ports.clock }),
    groupChanges: createGroupChanges(tabs, userId),
    blacklistChanges: createListChanges(tabs, userId, 'update-blacklist'),
    tagChanges: createListChanges(tabs, userId, 'update-tags'),
    settingsChanged$: new Subject(),
    leftDrafts: createListChanges(tabs, userId, 'send-drafts'),
    connection: createWritable<ConnectionView>({ status: 'connecting' }),
    notifications: createNotificationSettings({ account: userId, caller, tabs, log }),
    hasLoaded: createWritable(log.conversations.get().length > 0),
    uploadProgress: createWritable<UploadProgress>(new Map()),
    close() {
      closing ??= log.close()
      return closing
    },
  }
}

/**
 * A log in memory cannot be shared with other tabs. This tab then leads itself, with its own socket, and exchanges no
 * messages with other tabs.
 */
const apart = ({ ports }: ClientServices): Pick<ClientServices, 'ports' | 'tabs'> => ({
  ports: { ...ports, channel: silentChannel, locks: createMemoryLocks() },
  tabs: createTabChannel(silentChannel, ports.random, ports.report),
})
