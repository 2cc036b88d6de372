import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { clientIdSchema, serverIdSchema, userIdSchema } from './id-schemas.ts'

/** What a quote shows of the message it answers; its text is erased with that message. */
export const quotedMessage = z.object({
  serverId: serverIdSchema,
  senderId: userIdSchema,
  senderName: z.string(),
  type: z.enum(messageTypes),
  text: z.string(),
})
export type QuotedMessage = z.infer<typeof quotedMessage>

/** A mention in a text being written: whose, and where its words stand, in UTF-16 units. */
export const draftMention = z.object({ userId: z.number(), at: z.number(), length: z.number() })
export type DraftMention = z.infer<typeof draftMention>

/** A file of this device that goes out with a message; its bytes lie in the account's storage until the message is sent. */
export const attachment = z.object({
  fileKey: z.string(),
  name: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Pixels; absent when this browser cannot draw it. */
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  /** How long it plays; absent when this browser cannot tell. */
  seconds: z.optional(z.number()),
  /** Whether it was made smaller before it was uploaded. */
  isCompressed: z.optional(z.boolean()),
  /** There while the file is as it was picked: it has yet to be made smaller, to this many MB at most. */
  preparation: z.optional(z.object({ limit: z.number() })),
})
export type Attachment = z.infer<typeof attachment>

/** The place of a message in one send of several attachments and a text. */
export const sendPart = z.object({
  /** The random id that all parts of the send share. */
  send: z.string(),
  /** From 0. Parts leave in this order. */
  index: z.number(),
})
export type SendPart = z.infer<typeof sendPart>

/** A message that the server has numbered. */
export const confirmedMessage = z.object({
  serverId: serverIdSchema,
  /** Contiguous per conversation, counted by the server; absent only from a foreign server (DEC-106). */
  sequence: z.optional(z.number()),
  clientId: z.optional(clientIdSchema),
  senderId: userIdSchema,
  senderName: z.string(),
  senderAvatarUrl: z.string(),
  type: z.enum(messageTypes),
  /** The text or the payload of its type; null is a tombstone: deleted, recalled or burned. */
  body: z.nullable(z.string()),
  /** Server time, ms. */
  sentAt: z.number(),
  /** Server time, ms, when the recipient read it. */
  readAt: z.optional(z.number()),
  /** Seconds after reading until it burns; absent when it does not. */
  burnsAfter: z.optional(z.number()),
  quote: z.optional(quotedMessage),
  /** The sender's role in the group when it came: 0, 9 or 10, above that a system admin [ADMIN-01 ADMIN-02]. */
  senderRole: z.optional(z.number()),
  /** Who is mentioned in a group; 0 is everyone [MSG-06]. */
  mentions: z.optional(z.array(z.number())),
})
export type ConfirmedMessage = z.infer<typeof confirmedMessage>
