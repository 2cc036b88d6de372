import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { clientIdSchema, serverIdSchema, userIdSchema } from './id-schemas.ts'

/** The content of a quote. Its text is erased with the quoted message. */
export const quotedMessage = z.object({
  serverId: serverIdSchema,
  senderId: userIdSchema,
  senderName: z.string(),
  type: z.enum(messageTypes),
  text: z.string(),
})
export type QuotedMessage = z.infer<typeof quotedMessage>

/** A mention in a draft: the person, and the range of its text in UTF-16 units. */
export const draftMention = z.object({ userId: z.number(), at: z.number(), length: z.number() })
export type DraftMention = z.infer<typeof draftMention>

/** A file that a message of this device carries. Its bytes stay in the account's storage until the message is sent. */
export const attachment = z.object({
  fileKey: z.string(),
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Pixels; absent if this browser cannot decode it. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** The duration; absent if this browser cannot read it. */
  seconds: z.optional(z.number()),
  /** Whether it was transcoded before the upload. */
  isCompressed: z.optional(z.boolean()),
  /** Present until the picked file is transcoded: the limit of the result, MB. */
  preparation: z.optional(z.object({ limit: z.number() })),
})
export type Attachment = z.infer<typeof attachment>

/** The place of a message in its send group (several attachments and a text). */
export const sendPart = z.object({
  /** The random id that all parts of the group share. */
  send: z.string(),
  /** From 0. Parts are sent in this order. */
  index: z.number(),
})
export type SendPart = z.infer<typeof sendPart>

/** The reactions to a message. Each part has the version of the conversation at its last change; the newer one wins. */
export const messageReactions = z.object({
  version: z.number(),
  counts: z.array(z.object({ emoji: z.string(), count: z.number() })),
  /** This user's reaction, empty if it was removed; absent if the source does not say it. */
  own: z.optional(z.object({ emoji: z.string(), version: z.number() })),
})
export type MessageReactions = z.infer<typeof messageReactions>

/** An edit of a message: the text, the mentions, and the conversation's version at that time. The newest one counts. */
export const messageEdit = z.object({
  version: z.number(),
  /** When it was written, server ms. */
  at: z.number(),
  /** Empty once it was erased. */
  body: z.string(),
  mentions: z.optional(z.array(z.number())),
})
export type MessageEdit = z.infer<typeof messageEdit>

/** The unfinished edit of an own message. */
export const editDraft = z.object({
  serverId: serverIdSchema,
  /** Empty once it has ended. */
  body: z.string(),
  mentions: z.optional(z.array(z.number())),
})
export type EditDraft = z.infer<typeof editDraft>

/** The pinned messages of a conversation as they are stored: see `ConversationPins`. */
export const storedPins = z.object({
  receivedThrough: z.number(),
  known: z.array(z.tuple([serverIdSchema, z.object({ version: z.number(), isPinned: z.boolean() })])),
  pending: z.array(z.tuple([serverIdSchema, z.object({ isPinned: z.boolean(), requestId: z.string() })])),
})
export type StoredPins = z.infer<typeof storedPins>

/** A message with an id from the server. */
export const confirmedMessage = z.object({
  serverId: serverIdSchema,
  /** Contiguous per conversation, counted by the server; absent only if another server omits it (DEC-106). */
  sequence: z.optional(z.number()),
  clientId: z.optional(clientIdSchema),
  senderId: userIdSchema,
  senderName: z.string(),
  senderAvatarUrl: z.string(),
  type: z.enum(messageTypes),
  /** The text or the payload of its type; null for a tombstone: deleted, recalled or expired. */
  body: z.nullable(z.string()),
  /** Server time, ms. */
  sentAt: z.number(),
  /** The time at which the recipient read it, server ms. */
  readAt: z.optional(z.number()),
  /** Seconds from reading to expiry; absent if it does not expire. */
  timerSeconds: z.optional(z.number()),
  quote: z.optional(quotedMessage),
  /** The sender's role in the group at that time: 0, 9 or 10; a higher role is a system admin [ADMIN-01 ADMIN-02]. */
  senderRole: z.optional(z.number()),
  /** The people mentioned in a group; 0 is everyone [MSG-06]. */
  mentions: z.optional(z.array(z.number())),
  reactions: z.optional(messageReactions),
  /** The edit that the text comes from; absent if it is the original one. */
  edit: z.optional(z.object({ version: z.number(), at: z.number() })),
})
export type ConfirmedMessage = z.infer<typeof confirmedMessage>
