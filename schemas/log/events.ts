import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { applicationRow } from '../storage/contact-rows.ts'
import { conversationRow } from '../storage/conversation-row.ts'
import { applicationFacts, conversationFacts, friendFacts, ownSetting, profileFacts } from './facts.ts'
import {
  applicationIdSchema,
  clientIdSchema,
  conversationIdSchema,
  serverIdSchema,
  userIdSchema,
} from './id-schemas.ts'
import { attachment, confirmedMessage, draftMention, quotedMessage, sendPart } from './message.ts'
import { storedPosition } from './position.ts'

export * from './facts.ts'

/** Data of each event, by type. Past tense: a durable fact. Facts of one conversation name it by the envelope's stream. */
export const eventData = {
  // ---- messages of one conversation
  /** The person pressed Send: the intent and its local effect in one; the outbox drains it. */
  MessageSubmitted: z.object({
    clientId: clientIdSchema,
    type: z.enum(messageTypes),
    body: z.string(),
    submittedAt: z.number(),
    quote: z.optional(quotedMessage),
    /** Who is mentioned in a group; 0 is everyone [MSG-06]. */
    mentions: z.optional(z.readonly(z.array(z.number()))),
    /** Uploaded first; until then the body is empty [LIFE-02]. */
    attachment: z.optional(attachment),
    part: z.optional(sendPart),
  }),
  /** Its file was made ready to be uploaded: the message now has this one in place of what was picked. */
  MessagePrepared: z.object({ clientId: clientIdSchema, attachment }),
  /** Its file is on the server: the message now has the body that names it, and may leave (DEC-108). */
  MessageUploaded: z.object({ clientId: clientIdSchema, body: z.string() }),
  /** It stayed unanswered for its stale time [LIFE-07 LIFE-08]. */
  MessageBecameStale: z.object({ clientId: clientIdSchema, attempt: z.number() }),
  /**
   * The message is sent again under the same client id. A retry by the user gives it a new time and the last place in the queue
   * [LIFE-12]. `submittedAt` is absent if the outbox retries after a login: time and place stay (DEC-107).
   */
  MessageRetried: z.object({
    clientId: clientIdSchema,
    attempt: z.number(),
    submittedAt: z.optional(z.number()),
  }),
  /** The server took it [LIFE-06]. */
  MessageAcknowledged: z.object({
    clientId: clientIdSchema,
    serverId: serverIdSchema,
    sequence: z.optional(z.number()),
    sentAt: z.number(),
    /** Seconds after reading until it vanishes; absent when it does not. */
    burnsAfter: z.optional(z.number()),
  }),
  /** The server refused it; it waits for Retry. */
  MessageFailed: z.object({
    clientId: clientIdSchema,
    attempt: z.number(),
    code: z.number(),
    reason: z.string(),
  }),
  /** The pending copy goes: refused for good (code 3), or given up by the person [LIFE-15]. */
  MessageDiscarded: z.object({ clientId: clientIdSchema }),
  /** A confirmed message, whichever way it came: socket, history, acknowledgement, another tab. */
  /** `isDetached` when it came by looking far back, not because it was missed. */
  MessageReceived: z.object({ message: confirmedMessage, isDetached: z.optional(z.boolean()) }),
  /**
   * The list row alone shows this message: the server's list has it as the newest one, or all newer ones that the row knows were
   * deleted [SESS-21].
   */
  MessagePreviewed: z.object({ message: confirmedMessage }),
  /**
   * These were deleted, for everyone or for this device; their bodies are erased from the log [LIFE-18]. `unreadIds` are those
   * of them that only this device deleted unread: the server goes on counting them (DEC-19).
   */
  MessagesDeleted: z.object({
    serverIds: z.array(serverIdSchema),
    unreadIds: z.optional(z.array(serverIdSchema)),
  }),
  /** Their time after reading is over; their bodies are erased from the log like those of deleted ones [BURN-10]. */
  MessagesBurned: z.object({ serverIds: z.array(serverIdSchema) }),
  /**
   * Deleted by this person for this device alone: drawn nowhere from now on, and deleted at `until`, server ms, unless
   * restored before (DEC-19).
   */
  MessagesHidden: z.object({ serverIds: z.array(serverIdSchema), until: z.number() }),
  /** Taken back before they were deleted. */
  MessagesRestored: z.object({ serverIds: z.array(serverIdSchema) }),
  /** Every deletion up to this stamp of the server's, ms, has been heard of [MSG-55 MSG-56]. */
  DeletionsReceived: z.object({ through: z.number() }),
  // ---- read marks of one conversation, high-water
  /** This user has read up to here, on this device or on another. */
  ConversationRead: z.object({
    upTo: serverIdSchema,
    at: z.number(),
    /** The conversation as a whole was marked read, not the messages one has seen [SESS-41]. */
    isWhole: z.optional(z.boolean()),
    /** The time is but the device's idea: the server was not heard since the start (DEC-113). */
    isGuess: z.optional(z.boolean()),
  }),
  /** Marked unread by hand, on this device alone, or that mark was taken off [SESS-43] (DEC-111). */
  ConversationMarked: z.object({ isUnread: z.boolean() }),
  /** The announcement of a group was read as it then stood: its banner is gone until it says something else [VIEW-06 VIEW-07]. */
  AnnouncementRead: z.object({ announcement: z.string() }),
  /** The server knows of the own read mark up to here; what is above still has to be sent. */
  ReadMarkerDelivered: z.object({ upTo: serverIdSchema }),
  /** The other side has read up to here. */
  PeerRead: z.object({ upTo: serverIdSchema, at: z.number() }),
  /** The server's count: `count` messages of others between `readUpTo` and `through` are unread. */
  UnreadCounted: z.object({
    readUpTo: serverIdSchema,
    through: serverIdSchema,
    count: z.number(),
    /** The sequence number of `readUpTo`; 0 before the first message, absent where the server does not tell. */
    readSequence: z.optional(z.number()),
    /** One of them at least mentions this user [SESS-15]. */
    isMentioned: z.optional(z.boolean()),
  }),
  // ---- one conversation as such
  ConversationListed: z.object({ facts: conversationFacts }),
  ConversationOpened: z.object({}),
  /** So many ask to join this group [SOCK-75]. */
  JoinApplicationsCounted: z.object({ count: z.number() }),
  ConversationRemoved: z.object({}),
  /** All that is being written, as it then stood [SESS-63]. */
  DraftSaved: z.object({
    text: z.string(),
    savedAt: z.number(),
    mentions: z.optional(z.readonly(z.array(draftMention))),
    quote: z.optional(quotedMessage),
  }),
  /** Off this device's list until a message above `through` comes or one is written after `at` [SESS-37 SESS-38] (DEC-111). */
  ConversationHidden: z.object({ through: serverIdSchema, at: z.number() }),
  /** Back on the list before that. */
  ConversationShown: z.object({}),
  /**
   * Messages below the sequence number `before` are older than messages are kept; they may be fetched again. `beforeId` is
   * the server id there, `from` the lowest number that was held [STORE-06].
   */
  HistoryTrimmed: z.object({ from: z.number(), before: z.number(), beforeId: serverIdSchema }),
  /** Base: all that the events up to here, which compaction took out of the log, had made of the conversation [STORE-07]. */
  ConversationCompacted: z.object({ row: conversationRow }),
  /**
   * Every message up to `through` is gone for this device; their bodies are erased from the log [LIFE-19]. `sequence` is
   * the highest number held of them, 0 when none; `activeAt` keeps the row in its place.
   */
  ConversationCleared: z.object({ through: serverIdSchema, sequence: z.number(), activeAt: z.number() }),
  /** The person set something of their own for the conversation; the outbox brings it to the server. */
  SettingRequested: z.object({ setting: ownSetting, isOn: z.boolean(), requestId: z.string() }),
  /** The server took it or refused it; a refused one goes back to what it was. */
  SettingResolved: z.object({
    setting: ownSetting,
    isOn: z.boolean(),
    requestId: z.string(),
    isAccepted: z.boolean(),
  }),
  // ---- the account
  FriendListed: z.object({ facts: friendFacts }),
  FriendRemoved: z.object({ userId: userIdSchema }),
  ApplicationReceived: z.object({ facts: applicationFacts }),
  ApplicationAnswered: z.object({
    applicationId: applicationIdSchema,
    answer: z.enum(['accepted', 'rejected']),
  }),
  ApplicationsSeen: z.object({ upTo: applicationIdSchema }),
  ProfileUpdated: z.object({ facts: profileFacts }),
  /** Base: all that the events up to here had made of the account, and which conversations it had [STORE-07]. */
  AccountCompacted: z.object({
    conversations: z.array(conversationIdSchema),
    friends: z.array(friendFacts),
    applications: z.array(applicationRow),
    seenUpTo: applicationIdSchema,
    profile: z.optional(profileFacts),
    /** Where conversations were removed the last time: what the log says of them before that counts no more. */
    removals: z.optional(
      z.array(z.object({ conversationId: conversationIdSchema, position: storedPosition })),
    ),
  }),
} as const

export type EventType = keyof typeof eventData
export type EventDataOf<Type extends EventType> = z.infer<(typeof eventData)[Type]>
/** Version written today, per type; a change of shape raises it and adds an upcaster. */
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
  MessagesBurned: 1,
  MessagesHidden: 1,
  MessagesRestored: 1,
  DeletionsReceived: 1,
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
  ConversationHidden: 1,
  ConversationShown: 1,
  HistoryTrimmed: 1,
  ConversationCompacted: 1,
  ConversationCleared: 1,
  SettingRequested: 1,
  SettingResolved: 1,
  FriendListed: 1,
  FriendRemoved: 1,
  ApplicationReceived: 1,
  ApplicationAnswered: 1,
  ApplicationsSeen: 1,
  ProfileUpdated: 1,
  AccountCompacted: 1,
}
