import * as z from 'zod/mini'
import { pendingEdit } from '../log/conversation-snapshot.ts'
import { conversationFacts, ownSetting } from '../log/facts.ts'
import { clientIdSchema, conversationIdSchema, serverIdSchema, userIdSchema } from '../log/id-schemas.ts'
import {
  attachment,
  draftMention,
  editDraft,
  messageEdit,
  quotedMessage,
  sendPart,
  storedPins,
} from '../log/message.ts'
import { position } from '../log/position.ts'
import { messageTypes } from '../message-types.ts'

/** An unsent message in a read model. */
export const unsentRow = z.object({
  clientId: clientIdSchema,
  conversationId: conversationIdSchema,
  type: z.enum(messageTypes),
  body: z.string(),
  quote: z.optional(quotedMessage),
  mentions: z.optional(z.readonly(z.array(z.number()))),
  attachment: z.optional(attachment),
  part: z.optional(sendPart),
  submittedAt: z.number(),
  attempt: z.number(),
  state: z.enum(['pending', 'stale', 'failed']),
  position,
  writtenAfter: z.optional(serverIdSchema),
})

/** An unsent message of the preserved outbox, which outlives a forced sign-out (DEC-115). */
export const preservedMessageRow = z.object({
  message: z.omit(unsentRow, { position: true, writtenAfter: true }),
  /** Device time, ms. */
  preservedAt: z.number(),
  /** The place in the order of writing. A log position has no meaning outside its log. */
  index: z.number(),
  /** Whether it was preserved without its file, because its conversation was gone (DEC-230). */
  isFileLost: z.optional(z.boolean()),
})
export type PreservedMessageRow = z.infer<typeof preservedMessageRow>

/** Reads a stored row; undefined if it is invalid. */
export const readPreservedMessage = (value: unknown): PreservedMessageRow | undefined =>
  z.safeParse(preservedMessageRow, value).data

const contiguousRange = z.object({
  from: z.number(),
  to: z.number(),
  fromId: serverIdSchema,
  toId: serverIdSchema,
  isDetached: z.optional(z.boolean()),
})
const readTime = z.object({ upTo: serverIdSchema, at: z.number(), isGuess: z.optional(z.boolean()) })

/** The disappearing messages of a conversation, and when it was read. */
export const disappearingRow = z.object({
  messages: z.array(
    z.object({
      serverId: serverIdSchema,
      isOwn: z.boolean(),
      timerSeconds: z.number(),
      readAt: z.optional(z.number()),
      guessedAt: z.optional(z.number()),
    }),
  ),
  ownReads: z.array(readTime),
  peerReads: z.array(readTime),
})

/** One conversation of the list. */
export const conversationRow = z.object({
  id: conversationIdSchema,
  facts: z.optional(conversationFacts),
  isOpened: z.boolean(),
  readUpTo: serverIdSchema,
  deliveredUpTo: serverIdSchema,
  peerReadUpTo: serverIdSchema,
  wholeRead: z.optional(readTime),
  unreadMark: z.optional(serverIdSchema),
  announcementRead: z.optional(z.string()),
  hiding: z.optional(z.object({ through: serverIdSchema, position })),
  clearing: z.optional(z.object({ through: serverIdSchema, sequence: z.number(), activeAt: z.number() })),
  pendingSettings: z.optional(
    z.array(z.object({ setting: ownSetting, isOn: z.boolean(), requestId: z.string() })),
  ),
  baseline: z.optional(
    z.object({
      readUpTo: serverIdSchema,
      through: serverIdSchema,
      count: z.number(),
      readSequence: z.optional(z.number()),
      isMentioned: z.optional(z.boolean()),
    }),
  ),
  unreadIds: z.array(serverIdSchema),
  mentionIds: z.optional(z.array(serverIdSchema)),
  deletedIds: z.array(serverIdSchema),
  deletedUnread: z.optional(z.array(serverIdSchema)),
  /** Each with the end of its undo time, server ms. */
  hiddenPendingDeletion: z.optional(z.array(z.tuple([serverIdSchema, z.number()]))),
  deletionsReceivedThrough: z.optional(z.number()),
  pendingReactions: z.optional(
    z.array(z.object({ serverId: serverIdSchema, emoji: z.string(), requestId: z.string() })),
  ),
  edits: z.optional(z.array(z.tuple([serverIdSchema, messageEdit]))),
  pendingEdits: z.optional(z.array(pendingEdit)),
  editDraft: z.optional(editDraft),
  changesReceivedThrough: z.optional(z.number()),
  pins: z.optional(storedPins),
  newestId: serverIdSchema,
  contiguousRanges: z.array(contiguousRange),
  seenRanges: z.optional(z.array(contiguousRange)),
  historyStartsAt: z.optional(z.object({ sequence: z.number(), serverId: serverIdSchema })),
  recent: z.array(
    z.object({
      serverId: serverIdSchema,
      clientId: z.optional(clientIdSchema),
      senderId: userIdSchema,
      type: z.enum(messageTypes),
      body: z.nullable(z.string()),
      sentAt: z.number(),
      readAt: z.optional(z.number()),
      senderName: z.optional(z.string()),
      isDisappearing: z.optional(z.boolean()),
    }),
  ),
  unsent: z.array(unsentRow),
  draft: z.string(),
  draftMentions: z.optional(z.readonly(z.array(draftMention))),
  draftQuote: z.optional(quotedMessage),
  draftSavedAt: z.optional(z.number()),
  draftVersion: z.optional(z.number()),
  isDraftShared: z.optional(z.boolean()),
  draftReturned: z.optional(z.string()),
  disappearing: disappearingRow,
  lastTimerSeconds: z.number(),
})
export type ConversationRow = z.infer<typeof conversationRow>

/** Reads a stored row; undefined if it is invalid. The read model is then rebuilt from the log. */
export const readConversationRow = (value: unknown): ConversationRow | undefined =>
  z.safeParse(conversationRow, value).data
