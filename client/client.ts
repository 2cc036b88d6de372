import type { Observable } from 'rxjs'
import type { Command, Outcome } from '#domain/commands/command.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { ApplicationsView, Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { TypingPeople } from '#domain/conversation/typing.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { AccountNotLoadedError } from '#machines/root/account-loading.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import type { AccountSettings } from '#streams/cross-tab/account-settings.ts'
import type { TabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { LazyPart } from '#streams/once-loaded.ts'
import type { Readable } from '#streams/readable.ts'
import type { StorageHealth } from '#streams/storage/storage-health.ts'
import type { AccountLookups } from './account-lookups.ts'
import type { Authentication } from './authentication.ts'
import type { ClientEndpoints } from './client-endpoints.ts'
import type { CodeOperations } from './codes.ts'
import type { CollectionOperations } from './collections.ts'
import type { Composers } from './composers.ts'
import type { ContactOperations } from './contacts.ts'
import type { ConversationSettings } from './conversation-settings.ts'
import type { Deletion } from './deletion.ts'
import type { StartForward } from './forwarding.ts'
import type { FriendChanges } from './friend-changes.ts'
import type { GroupLookups } from './group-lookups.ts'
import type { GroupOperations } from './groups.ts'
import type { Lookups } from './lookups.ts'
import type { MediaOperations } from './media.ts'
import type { OwnSettings } from './own-settings.ts'
import type { OwnTyping } from './own-typing.ts'
import type { PreservedOutboxOperations } from './preserved-outbox.ts'
import type { Profile } from './profile.ts'
import type { ReportConversation } from './reports.ts'
import type { SearchOperations } from './search.ts'
import type { SignIns } from './sign-ins.ts'
import type { StickerOperations } from './stickers.ts'
import type { MeasureStorage } from './storage-use.ts'
import type { TagList } from './tag-list.ts'
import type { TagChanges } from './tags.ts'
import type { openTimelineHandle, TimelineHandle } from './timeline.ts'

/** A headless client. A view renders its readables and calls its operations. */
export interface Client {
  readonly authentication: Authentication
  /** The signed-in account; undefined while signed out or starting. */
  readonly account: Readable<AccountClient | undefined>
  /** The accounts that run in this tab: its own and, in the background, the others of this device. */
  readonly accounts: Readable<readonly AccountClient[]>
  /** Why a signed-in client has no `account`: its code could not be loaded. The client retries until it can. */
  readonly accountFailure: Readable<AccountNotLoadedError | undefined>
  /** Loads the code of a signed-in account ahead of a sign-in. */
  preloadAccount(): void
  /** Retries now after `accountFailure`. */
  retryLoadAccount(): void
  readonly lookups: Lookups
  /** Accounts that other tabs of this device have open; requested while there are subscribers [AUTH-19]. */
  readonly accountsInUse: Readable<ReadonlySet<UserId>>
  /** The messages between the tabs of this device, for state outside the client. */
  readonly tabs: TabChannel
  readonly endpoints: ClientEndpoints
  /** Whether changes outlive the page. */
  readonly storage: Readable<StorageHealth>
  /** Notices to show, for example as toasts. */
  readonly notices$: Observable<Notice>
  /**
   * Changes the language of the server's texts. Reconnects the socket, because the login sends the language [SOCK-16].
   */
  setLocale(locale: string): void
  /** Flushes log and drafts and closes the connection; the account stays signed in (DEC-36). */
  dispose(): Promise<void>
}

/** The signed-in account: its read models and operations, by area. */
export interface AccountClient extends ConversationSettings, Deletion, GroupLookups, Profile {
  readonly userId: UserId
  readonly connection: Readable<ConnectionView>
  /** Connects without waiting for the backoff [VIEW-04]. */
  reconnect(): void
  /** Sorted: pinned first, then newest [SESS-09]. */
  readonly conversations: Readable<readonly ConversationSummary[]>
  /** False until the list is known from storage or the server, so that an empty list means "none". */
  readonly hasLoadedConversations: Readable<boolean>
  readonly friends: Readable<readonly Friend[]>
  /** Friends that are online now; never stored. */
  readonly online: Readable<ReadonlySet<UserId>>
  /** When friends were online last, as server time in ms; never stored. */
  readonly lastSeen: Readable<ReadonlyMap<UserId, number>>
  /** Who types or records in which conversation; never stored. */
  readonly typing: Readable<TypingPeople>
  readonly applications: Readable<ApplicationsView>
  /** Current server time, ms (DEC-113). */
  serverNow(): number
  /** Runs a command of the log. Resolves once its events are stored, or with the reason why they are not. */
  dispatch(command: Command): Promise<Outcome>
  /**
   * Renders the conversation list into the cached list snapshot that the next start paints. Returns a function that
   * stops it.
   */
  captureListWith(render: (conversations: readonly ConversationSummary[]) => unknown): () => void
  /** Returns the composer of a conversation; always the same one. */
  readonly composer: Composers['of']
  /** The number of messages and edits that the server has not confirmed, including those whose files are being prepared. */
  unsentCount(): number
  /**
   * Opens a conversation for a screen. The caller passes the function of `timeline.ts`, so that a start without an open
   * conversation loads none of its code.
   */
  openTimeline(conversation: ConversationId, open: typeof openTimelineHandle): TimelineHandle
  readonly contacts: ContactOperations
  readonly groups: GroupOperations
  readonly media: MediaOperations
  readonly collections: CollectionOperations
  readonly tags: TagList & TagChanges
  readonly preservedOutbox: PreservedOutboxOperations
  /** The blacklist and changes of friends. */
  readonly loadFriendChanges: LazyPart<FriendChanges>
  /** Codes of people and groups. */
  readonly loadCodes: LazyPart<CodeOperations>
  /** Forwarding messages and saved items to people and groups [FWD-08 FWD-09]. */
  readonly loadForwarding: LazyPart<StartForward>
  readonly loadReporting: LazyPart<ReportConversation>
  /** Stickers of the service and of this account. */
  readonly loadStickers: LazyPart<StickerOperations>
  /** The search over messages and groups. */
  readonly loadSearch: LazyPart<SearchOperations>
  /** The sign-ins on all devices, which only one screen needs. */
  readonly loadSignIns: LazyPart<SignIns>
  /** The measurement of what the account stores on this device. */
  readonly loadMeasureStorage: LazyPart<MeasureStorage>
  /** Shows others that this user types or records. */
  readonly loadTyping: LazyPart<OwnTyping>
  /** The own privacy and password settings. */
  readonly loadOwnSettings: LazyPart<OwnSettings>
  readonly lookups: AccountLookups
  /** The account's notification settings, which apply to all its devices [NOTIF-02 NOTIF-05]. */
  readonly notifications: Pick<AccountSettings<NotificationSettings>, 'settings' | 'load' | 'change'>
}
