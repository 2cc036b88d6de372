import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { applicationSnapshot, conversationSnapshot } from './conversation-snapshot.ts'
import { applicationFacts, conversationFacts, friendFacts, ownSetting, profileFacts } from './facts.ts'
import {
  applicationIdSchema,
  clientIdSchema,
  conversationIdSchema,
  serverIdSchema,
  userIdSchema,
} from './id-schemas.ts'
import {
  attachment,
  confirmedMessage,
  draftMention,
  editDraft,
  messageEdit,
  messageReactions,
  quotedMessage,
  sendPart,
} from './message.ts'
import { storedPosition } from './position.ts'

export * from './facts.ts'

/**
 * Data of each event, by type. Names are past tense: durable facts. The stream in the envelope names the conversation.
 */
export const eventData = {
  // ---- messages of one conversation
  /** The person pressed Send. This is the intent and its local effect; the outbox sends it. */
  MessageSubmitted: z.object({
    clientId: clientIdSchema,
    type: z.enum(messageTypes),
    body: z.string(),
    submittedAt: z.number(),
    /** The newest message known then, so that the row can tell which is newer. */
    writtenAfter: z.optional(serverIdSchema),
    quote: z.optional(quotedMessage),
    /** The people mentioned in a group; 0 is everyone [MSG-06]. */
    mentions: z.optional(z.readonly(z.array(z.number()))),
    /** Uploaded first; until then the body is empty [LIFE-02]. */
    attachment: z.optional(attachment),
    part: z.optional(sendPart),
  }),
  /** The file was transcoded. This file replaces the picked one. */
  MessagePrepared: z.object({ clientId: clientIdSchema, attachment }),
  /** The file is on the server. The message has the body that names it and can be sent (DEC-108). */
  MessageUploaded: z.object({ clientId: clientIdSchema, body: z.string() }),
  /** The message was unanswered for its stale time [LIFE-07 LIFE-08]. */
  MessageBecameStale: z.object({ clientId: clientIdSchema, attempt: z.number() }),
  /**
   * The message is sent again under the same client id. A retry by the user gives it a new time and the last place in
   * the queue [LIFE-12]. `submittedAt` is absent if the outbox retries after a login: time and place stay (DEC-107).
   */
  MessageRetried: z.object({
    clientId: clientIdSchema,
    attempt: z.number(),
    submittedAt: z.optional(z.number()),
    /** The newest message known at a retry by the user. */
    writtenAfter: z.optional(serverIdSchema),
  }),
  /** The server acknowledged the message [LIFE-06]. */
  MessageAcknowledged: z.object({
    clientId: clientIdSchema,
    serverId: serverIdSchema,
    sequence: z.optional(z.number()),
    sentAt: z.number(),
    /** Seconds from reading to expiry; absent if it does not expire. */
    timerSeconds: z.optional(z.number()),
  }),
  /** The server rejected the message. It waits for Retry. */
  MessageFailed: z.object({
    clientId: clientIdSchema,
    attempt: z.number(),
    code: z.number(),
    reason: z.string(),
  }),
  /** The pending copy is removed: rejected for good (code 3), or discarded by the person [LIFE-15]. */
  MessageDiscarded: z.object({ clientId: clientIdSchema }),
  /** A confirmed message from the socket, history, an acknowledgement or another tab. */
  /** `isDetached` if it was fetched for a detached window, not as a missed message. */
  MessageReceived: z.object({ message: confirmedMessage, isDetached: z.optional(z.boolean()) }),
  /**
   * Only the list row shows this message: it is the newest one in the server's list, or all newer ones that the row
   * knows were deleted [SESS-21].
   */
  MessagePreviewed: z.object({ message: confirmedMessage }),
  /**
   * These messages were deleted, for everyone or on this device. Their bodies are erased from the log [LIFE-18].
   * `unreadIds` are the unread ones that only this device deleted; the server still counts them (DEC-19).
   */
  MessagesDeleted: z.object({
    serverIds: z.array(serverIdSchema),
    unreadIds: z.optional(z.array(serverIdSchema)),
  }),
  /** These messages expired. Their bodies are erased from the log like those of deleted messages [BURN-10]. */
  MessagesExpired: z.object({ serverIds: z.array(serverIdSchema) }),
  /**
   * The person deleted these messages for this device only. They are hidden immediately and deleted at `until`, server
   * ms, unless they are restored before (DEC-19).
   */
  MessagesHidden: z.object({ serverIds: z.array(serverIdSchema), until: z.number() }),
  /** Restored before they were deleted. */
  MessagesRestored: z.object({ serverIds: z.array(serverIdSchema) }),
  /** All deletions up to this server timestamp, ms, are known [MSG-55 MSG-56]. */
  DeletionsReceived: z.object({ through: z.number() }),
  // ---- changes of messages (docs/extensions.md)
  /** The reactions to a message changed. Erased with the message. */
  MessageReacted: z.object({
    serverId: serverIdSchema,
    sequence: z.number(),
    reactions: messageReactions,
  }),
  /** The person set their reaction, or removed it with an empty emoji. The outbox sends it. */
  ReactionRequested: z.object({ serverId: serverIdSchema, emoji: z.string(), requestId: z.string() }),
  /** The server accepted or rejected the reaction. What it accepted is in `MessageReacted`. */
  ReactionResolved: z.object({ serverId: serverIdSchema, requestId: z.string() }),
  /** The sender of a message edited its text. Copies of earlier texts are replaced in the log. Erased with the message. */
  MessageEdited: z.object({ serverId: serverIdSchema, sequence: z.number(), edit: messageEdit }),
  /** The person edited an own text. The outbox sends it. Its text is erased when the request has ended. */
  EditRequested: z.object({
    serverId: serverIdSchema,
    body: z.string(),
    mentions: z.optional(z.array(z.number())),
    requestId: z.string(),
  }),
  /** The server accepted or rejected the edit. What it accepted is in `MessageEdited`. */
  EditResolved: z.object({ serverId: serverIdSchema, requestId: z.string() }),
  /** The unfinished edit of an own text, on this device only. Without a body it has ended. Erased with its end. */
  EditDraftSaved: editDraft,
  /** All changes of messages up to this version of the conversation are known. */
  ChangesReceived: z.object({ through: z.number() }),
  /** A message was pinned or unpinned, or all pins at a version are known, each with its own (docs/extensions.md). */
  MessagePinned: z.object({ serverId: serverIdSchema, isPinned: z.boolean(), version: z.number() }),
  PinsReceived: z.object({ through: z.number(), pins: z.array(z.tuple([serverIdSchema, z.number()])) }),
  /** The person pinned or unpinned a message, and how that ended, like the two events of a reaction. */
  PinRequested: z.object({ serverId: serverIdSchema, isPinned: z.boolean(), requestId: z.string() }),
  PinResolved: z.object({ serverId: serverIdSchema, requestId: z.string() }),
  // ---- read markers of one conversation; they only rise
  /** This user has read up to here, on this device or on another. */
  ConversationRead: z.object({
    upTo: serverIdSchema,
    at: z.number(),
    /** The person marked the whole conversation as read, not single messages [SESS-41]. */
    isWhole: z.optional(z.boolean()),
    /** The time is an estimate of this device: no server timestamp has arrived since the start (DEC-113). */
    isGuess: z.optional(z.boolean()),
  }),
  /** Marked as unread on this device when `through` was the newest message, or the mark removed [SESS-43] (DEC-111). */
  ConversationMarked: z.object({ isUnread: z.boolean(), through: z.optional(serverIdSchema) }),
  /** The person read this announcement of a group. Its banner is hidden until the text changes [VIEW-06 VIEW-07]. */
  AnnouncementRead: z.object({ announcement: z.string() }),
  /** The server knows the read marker up to here. A higher marker is still to be sent. */
  ReadMarkerDelivered: z.object({ upTo: serverIdSchema }),
  /** The peer has read up to here. */
  PeerRead: z.object({ upTo: serverIdSchema, at: z.number() }),
  /** The server's count: `count` messages of others between `readUpTo` and `through` are unread. */
  UnreadCounted: z.object({
    readUpTo: serverIdSchema,
    through: serverIdSchema,
    count: z.number(),
    /** The sequence number of `readUpTo`; 0 before the first message, absent if the server omits it. */
    readSequence: z.optional(z.number()),
    /** At least one of them mentions this user [SESS-15]. */
    isMentioned: z.optional(z.boolean()),
  }),
  // ---- one conversation as a whole
  ConversationListed: z.object({ facts: conversationFacts }),
  ConversationOpened: z.object({}),
  /** The number of join requests of this group [SOCK-75]. */
  JoinApplicationsCounted: z.object({ count: z.number() }),
  ConversationRemoved: z.object({}),
  /** The whole draft at that time [SESS-63]. */
  DraftSaved: z.object({
    text: z.string(),
    savedAt: z.number(),
    mentions: z.optional(z.readonly(z.array(draftMention))),
    quote: z.optional(quotedMessage),
    /** The text at the end that is from a message or an edit which the server rejected for good [LIFE-15]. */
    returned: z.optional(z.string()),
    /** Present if the draft comes from another device (docs/extensions.md): when it was written there, server ms. */
    version: z.optional(z.number()),
  }),
  /** The server has a draft of this version: the one saved here at `savedAt`, or one of another device. */
  DraftDelivered: z.object({ version: z.number(), savedAt: z.optional(z.number()), isEmpty: z.boolean() }),
  /**
   * Hidden from this device's list until a message above `through` arrives or one is written after `at` [SESS-37
   * SESS-38] (DEC-111).
   */
  ConversationHidden: z.object({ through: serverIdSchema }),
  /** Shown in the list again before that. */
  ConversationShown: z.object({}),
  /**
   * Messages below the sequence number `before` exceed the retention. They can be fetched again. `beforeId` is the
   * server id at `before`, `from` the lowest number on this device [STORE-06].
   */
  HistoryTrimmed: z.object({ from: z.number(), before: z.number(), beforeId: serverIdSchema }),
  /** Log snapshot: the state of the conversation after the events that compaction removed [STORE-07]. */
  ConversationCompacted: conversationSnapshot,
  /**
   * All messages up to `through` are deleted on this device. Their bodies are erased from the log [LIFE-19]. `sequence`
   * is their highest number on this device, 0 if none; `activeAt` preserves the order of the list.
   */
  ConversationCleared: z.object({ through: serverIdSchema, sequence: z.number(), activeAt: z.number() }),
  /** The person changed their own settings of the conversation. The outbox sends them to the server. */
  SettingRequested: z.object({ setting: ownSetting, isOn: z.boolean(), requestId: z.string() }),
  /** The server accepted or rejected the change. A rejected setting is reverted. */
  SettingResolved: z.object({
    setting: ownSetting,
    isOn: z.boolean(),
    requestId: z.string(),
    isAccepted: z.boolean(),
  }),
  // ---- the account
  FriendListed: z.object({ facts: friendFacts }),
  FriendRemoved: z.object({ userId: userIdSchema }),
  ApplicationListed: z.object({ facts: applicationFacts }),
  ApplicationAnswered: z.object({
    applicationId: applicationIdSchema,
    answer: z.enum(['accepted', 'rejected']),
  }),
  /** A pending application ended unanswered: its sender blocked this person or deleted the account. */
  ApplicationWithdrawn: z.object({ applicationId: applicationIdSchema }),
  ApplicationsSeen: z.object({ upTo: applicationIdSchema, repliesUpTo: z.optional(z.number()) }),
  ProfileUpdated: z.object({ facts: profileFacts }),
  /** Log snapshot: the state of the account after the removed events, and its conversations [STORE-07]. */
  AccountCompacted: z.object({
    conversations: z.array(conversationIdSchema),
    friends: z.array(friendFacts),
    applications: z.array(applicationSnapshot),
    seenUpTo: applicationIdSchema,
    seenReplyUpTo: z.optional(z.number()),
    profile: z.optional(profileFacts),
    /** The last position at which each conversation was removed. Its earlier events no longer count. */
    removals: z.optional(
      z.array(z.object({ conversationId: conversationIdSchema, position: storedPosition })),
    ),
  }),
} as const

export type EventType = keyof typeof eventData
export type EventDataOf<Type extends EventType> = z.infer<(typeof eventData)[Type]>
/** The current version of each type. A changed shape raises it and needs an upcaster. */
export const eventVersion: Readonly<Record<EventType, number>> = {
  MessageSubmitted: 1,
  MessagePrepared: 1,
  MessageUploaded: 1,
  MessageBecameStale: 1,
  MessageRetried: 1,
  MessageAcknowledged: 1,
  MessageFailed: 1,
  MessageDiscarded: 1,
  MessageReceived: 1,
  MessagePreviewed: 1,
  MessagesDeleted: 1,
  MessagesExpired: 1,
  MessagesHidden: 1,
  MessagesRestored: 1,
  DeletionsReceived: 1,
  MessageReacted: 1,
  ReactionRequested: 1,
  ReactionResolved: 1,
  MessageEdited: 1,
  EditRequested: 1,
  EditResolved: 1,
  EditDraftSaved: 1,
  ChangesReceived: 1,
  MessagePinned: 1,
  PinsReceived: 1,
  PinRequested: 1,
  PinResolved: 1,
  ConversationRead: 1,
  ConversationMarked: 1,
  AnnouncementRead: 1,
  ReadMarkerDelivered: 1,
  PeerRead: 1,
  UnreadCounted: 1,
  ConversationListed: 1,
  ConversationOpened: 1,
  JoinApplicationsCounted: 1,
  ConversationRemoved: 1,
  DraftSaved: 1,
  DraftDelivered: 1,
  ConversationHidden: 1,
  ConversationShown: 1,
  HistoryTrimmed: 1,
  ConversationCompacted: 1,
  ConversationCleared: 1,
  SettingRequested: 1,
  SettingResolved: 1,
  FriendListed: 1,
  FriendRemoved: 1,
  ApplicationListed: 1,
  ApplicationAnswered: 1,
  ApplicationWithdrawn: 1,
  ApplicationsSeen: 1,
  ProfileUpdated: 1,
  AccountCompacted: 1,
}
