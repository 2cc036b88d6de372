import type { Observable } from 'rxjs'
import type { Command, Outcome, Refusal } from '#domain/commands/command.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { ApplicationsView, Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { Forward } from '#domain/forward/delivery.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import type { UploadLimits } from '#domain/media/upload-limits.ts'
import type { DeletableMessage } from '#domain/message/decide-deletion.ts'
import type { SeekTarget, TimelineView } from '#domain/message/timeline-message.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import type { AccountNotLoadedError } from '#machines/root/account-loading.ts'
import type { ApplicationId, ClientId, ConversationId, ConversationKind, UserId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { TabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { ServiceSettings } from '#streams/lookups/account-lookups.ts'
import type { ServiceConfig } from '#streams/lookups/lookups.ts'
import type { NotificationSettingsStore } from '#streams/notification/notification-settings.ts'
import type { UploadFile } from '#streams/ports.ts'
import type { Readable } from '#streams/readable.ts'
import type { StorageHealth } from '#streams/storage/storage-health.ts'
import type { AllCleared } from './clear-all-operation.ts'
import type { ClientEndpoints } from './client-endpoints.ts'
import type { CollectionOperations } from './collection-operations.ts'
import type { GroupMembers } from './group-members.ts'
import type { GroupOperations } from './group-operations.ts'
import type { MessageSearchView } from './message-search.ts'
import type { StickerOperations } from './sticker-operations.ts'
import type { TagOperations } from './tag-operations.ts'

/** A whole client without a browser: what React draws from and sends to. */
export interface Client {
  readonly authentication: Authentication
  /** The signed-in account's core; undefined while signed out or starting. */
  readonly account: Readable<AccountClient | undefined>
  /** Why somebody signed in has no `account`: what it is made of could not be loaded, and is asked for again and again. */
  readonly accountFailure: Readable<AccountNotLoadedError | undefined>
  /** Somebody begins to sign in: what that needs is loaded meanwhile. */
  expectSignIn(): void
  /** After `accountFailure`: asks again at once. */
  loadAccount(): void
  readonly lookups: Lookups
  /** Accounts that other tabs of this device have open; asked for while somebody subscribes [AUTH-19]. */
  readonly accountsInUse: Readable<ReadonlySet<UserId>>
  /** What tabs of this device tell each other, for what is kept outside the client. */
  readonly tabs: TabChannel
  readonly endpoints: ClientEndpoints
  /** How the device's storage fares: whether what a person does outlives the page. */
  readonly storage: Readable<StorageHealth>
  /** Things a person should be told, as they happen. */
  readonly notices$: Observable<Notice>
  /** Changes the language of the server's texts; reconnects the socket so that its login carries it [SOCK-16]. */
  setLocale(locale: string): void
  /** Flushes log and drafts and ends the connection, keeping the account (DEC-36). */
  dispose(): Promise<void>
}

export interface AuthenticationView {
  readonly status: 'starting' | 'signed-out' | 'signed-in'
  readonly accounts: readonly StoredAccount[]
  readonly chosen: UserId | undefined
  /** The forced sign-out alert's text key while an auth error state holds [AUTH-39 AUTH-42]. */
  readonly alertKey: string | undefined
}

export interface PhoneNumber {
  readonly telCode: string
  readonly phone: string
}

export interface Authentication {
  readonly view: Readable<AuthenticationView>
  /** Seconds until the send-code button is free again, 0 when it is [AUTH-30]. */
  readonly codeCountdown: Readable<number>
  /** Success and failure are also told as notices [AUTH-32]. */
  sendCode(phone: PhoneNumber, purpose: 'sign-up' | 'other'): Promise<Outcome>
  signInWithPassword(phone: PhoneNumber, password: string): Promise<Outcome>
  signInWithCode(phone: PhoneNumber, code: string): Promise<Outcome>
  signUp(phone: PhoneNumber, code: string): Promise<Outcome>
  /** First step of forgot-password; its token serves only `resetPassword` (DEC-55). */
  verifyPhone(phone: PhoneNumber, code: string): Promise<Outcome>
  resetPassword(password: string): Promise<Outcome>
  /** Signs in with a stored account. */
  choose(account: UserId): Promise<Outcome>
  /** Messages not yet sent, which a sign-out would drop: asked about first (DEC-115). */
  unsentCount(): number
  signOut(): Promise<void>
  /** Deletes the account for good and wipes it here; a refusal changes nothing [AUTH-57 ME-20] (DEC-115). */
  deleteAccount(): Promise<Outcome>
  /** Confirms the forced sign-out alert; happens by itself after 6 s [AUTH-40]. */
  acceptForcedSignOut(): void
  /** Auth pages raise no alert [AUTH-41]: screens tell where they are. */
  setOnAuthPage(isOnAuthPage: boolean): void
}

export interface AccountClient {
  readonly userId: UserId
  readonly profile: Readable<ProfileFacts | undefined>
  readonly connection: Readable<ConnectionView>
  /** Tries to connect at once [VIEW-04]. */
  reconnect(): void
  /** Sorted: pinned first, then newest [SESS-09]. */
  readonly conversations: Readable<readonly ConversationSummary[]>
  /** False until the list is known from storage or the server; then an empty list is really empty. */
  readonly hasLoadedConversations: Readable<boolean>
  readonly friends: Readable<readonly Friend[]>
  /** Friends that are online now; never stored. */
  readonly online: Readable<ReadonlySet<UserId>>
  readonly applications: Readable<ApplicationsView>
  /** Server time now, ms (DEC-113). */
  serverNow(): number
  dispatch(command: Command): Promise<Outcome>
  /** Has the list of conversations drawn for what the next start paints first; returns how to end that. */
  captureListWith(draw: (conversations: readonly ConversationSummary[]) => unknown): () => void
  openTimeline(conversation: ConversationId): TimelineHandle
  /** Looks for a keyword in what this device holds of a conversation, while somebody subscribes [VIEW-45 VIEW-47]. */
  searchMessages(conversation: ConversationId, keyword: string): Readable<MessageSearchView>
  readonly contacts: ContactOperations
  readonly groups: GroupOperations
  readonly members: GroupMembers
  /** Has new messages of a one-to-one conversation vanish so many seconds after being read, for both; 0 is never [SESS-33]. */
  setVanish(conversation: ConversationId, seconds: number): Promise<Outcome>
  /** Keeps a conversation on top of the list, on all devices of this user; holds at once, a refusal takes it back [SESS-31 SESS-45]. */
  setPinned(conversation: ConversationId, isPinned: boolean): Promise<Outcome>
  /** Keeps a conversation from alerting, likewise [SESS-32 SESS-46]. */
  setMuted(conversation: ConversationId, isMuted: boolean): Promise<Outcome>
  /**
   * Deletes messages for everyone, or recalls them, while connected: they go when the server says so. Refuses what may not
   * be deleted, and what the server did not confirm within 3 s, which stays (DEC-20 DEC-21) [MSG-41 MSG-46 MSG-47].
   */
  deleteForEveryone(conversation: ConversationId, messages: readonly DeletableMessage[]): Promise<Outcome>
  /** Clears the messages of all conversations on this device; what was not sent stays (DEC-173) [SET-10]. */
  clearAllConversations(): Promise<Outcome<AllCleared>>
  /** Begins sending messages and what was saved on to people and groups [FWD-08 FWD-09]. */
  startForward(): Forward
  /** Reports the other person of a conversation, or the group [REPORT-13]. */
  report(conversation: ConversationId, problem: ProblemReport): Promise<Outcome>
  rename(nickname: string): Promise<Outcome>
  changeAvatar(file: UploadFile): Promise<Outcome>
  readonly media: MediaOperations
  readonly stickers: StickerOperations
  readonly collections: CollectionOperations
  readonly tags: TagOperations
  readonly kept: KeptOperations
  readonly lookups: AccountLookups
  /** What this account has silenced on all its devices [NOTIF-02 NOTIF-05]. */
  readonly notifications: Pick<NotificationSettingsStore, 'settings' | 'load' | 'change'>
}

/** Messages that a forced sign-out left unsent (DEC-115), offered until a person decides or 7 days are over. */
export interface KeptOperations {
  /** Empty once decided, in whichever tab. */
  readonly messages: Readable<readonly UnsentMessage[]>
  /** They go out like new ones, each once even if the server had one already. */
  send(): Promise<Outcome>
  discard(): Promise<Outcome>
}

/** Why somebody is reported, in the server's words [REPORT-09]. */
export interface ReportReason {
  readonly id: number
  readonly text: string
}
export interface ProblemReport {
  readonly reason: ReportReason
  readonly description: string
  readonly screenshot?: UploadFile | undefined
}

/** A file to be sent; its size in pixels and its length when this platform can tell. */
export interface OutgoingAttachment {
  readonly kind: AttachmentKind
  readonly file: UploadFile
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  readonly isCompressed?: boolean
  /** There when it is as it was picked: it is made smaller before it leaves, to this many MB at most. */
  readonly preparation?: { readonly limit: number }
}

/** Files of messages, on their way out and in. */
export interface MediaOperations {
  /**
   * Keeps the file on this device and its message in the log; it is uploaded and sent by itself, also after a reload.
   * Refuses a file that is empty or too large, and one that this device cannot keep.
   */
  sendAttachment(
    conversation: ConversationId,
    attachment: OutgoingAttachment,
    quote?: QuotedMessage,
  ): Promise<Outcome>
  /**
   * How large a file of each kind this user may send, MB, in this conversation if one is named; the usual figures while the server
   * says nothing.
   */
  uploadLimits(conversation?: ConversationId): Promise<UploadLimits>
  /** How long a voice message may get, ms; the usual length while the server says nothing [REC-06]. */
  longestRecording(): Promise<number>
  /** How much of each file this tab uploads has left, 0 to 1, by its message. */
  readonly progress: Readable<ReadonlyMap<ClientId, number>>
  /** The file of an unsent message, by the key in its attachment; undefined once it was sent or given up. */
  localFile(fileKey: string): Promise<UploadFile | undefined>
  /**
   * Makes sure that the platform may fetch message files, asking the server once (DEC-114); `isAnew` asks again.
   * Resolves with false when the server did not answer or refused.
   */
  openFiles(isAnew?: boolean): Promise<boolean>
}

/** One open conversation screen; `close` when it leaves. */
export interface TimelineHandle {
  readonly view: Readable<TimelineView>
  /** At most `count` from storage, or else a page of history from the server. */
  loadOlder(count?: number): void
  /** On an island: what follows it. */
  loadNewer(): void
  /** Leaves an island for the newest messages, at once. */
  showNewest(): void
  /** Goes to a message or a day wherever it is; the view's `seeking` says how that stands [ROUTE-26]. */
  seek(target: SeekTarget): void
  /** Stays where it is. */
  stopSeeking(): void
  /** After `failed`: tries again. */
  reload(): void
  close(): void
}

export interface Person {
  readonly userId: UserId
  readonly nickname: string
  readonly avatarUrl: string
  readonly chatId: string
  readonly signature: string
  readonly gender: number
  readonly isFriend: boolean
  /** The other person has blocked this user. */
  readonly hasBlockedMe: boolean
}

export interface ContactOperations {
  apply(request: {
    readonly userId: UserId
    readonly remark: string
    readonly chatId: string
    readonly source: string
  }): Promise<Outcome>
  accept(application: ApplicationId): Promise<Outcome>
  reject(application: ApplicationId): Promise<Outcome>
  /** The one-to-one conversation with a friend, created when there is none. */
  openConversation(friend: UserId): Promise<Outcome<ConversationId>>
  /** Fetches friends and applications anew. */
  refresh(): Promise<void>
}

/** Server look-ups that are no part of the log and anybody may make: cached, retried, stale as the spec's table says. */
export interface Lookups {
  readonly config: Lookup<ServiceConfig>
  readonly countries: Lookup<readonly Country[]>
}
/** Those of one account, likewise: its answers go with it. */
export interface AccountLookups {
  readonly settings: Lookup<ServiceSettings>
  /** Why people or groups are reported, in a language [REPORT-12]. */
  reportReasons(kind: ConversationKind, locale: string): Lookup<readonly ReportReason[]>
  /** People by phone or id; an empty list when nobody fits. */
  person(keyword: string): Lookup<readonly Person[]>
}
export interface Country {
  readonly iso: string
  readonly telCode: string
}
export type LookupView<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly refusal: Refusal }
/** Subscribing starts it; the last one to leave lets it go. */
export interface Lookup<Value> extends Readable<LookupView<Value>> {
  reload(): void
}
