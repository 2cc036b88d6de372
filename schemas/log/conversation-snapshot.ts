import * as z from 'zod/mini'
import { messageTypes } from '../message-types.ts'
import { applicationFacts, conversationFacts, ownSetting } from './facts.ts'
import { applicationIdSchema, clientIdSchema, serverIdSchema, userIdSchema } from './id-schemas.ts'
import {
  attachment,
  draftMention,
  editDraft,
  messageEdit,
  quotedMessage,
  sendPart,
  storedPins,
} from './message.ts'
import { position } from './position.ts'

const sequenceRange = z.object({
  from: z.number(),
  to: z.number(),
  fromId: serverIdSchema,
  toId: serverIdSchema,
  isDetached: z.optional(z.boolean()),
})

/** A message of the list row; `body` is null for a tombstone. */
const recentMessage = z.object({
  serverId: serverIdSchema,
  clientId: z.optional(clientIdSchema),
  senderId: userIdSchema,
  type: z.enum(messageTypes),
  body: z.nullable(z.string()),
  sentAt: z.number(),
  readAt: z.optional(z.number()),
  senderName: z.optional(z.string()),
  isDisappearing: z.optional(z.boolean()),
})

const unsentMessage = z.object({
  clientId: clientIdSchema,
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

const readTime = z.object({ upTo: serverIdSchema, at: z.number(), isGuess: z.optional(z.boolean()) })

const disappearingMessage = z.object({
  serverId: serverIdSchema,
  isOwn: z.boolean(),
  /** Seconds. */
  timerSeconds: z.number(),
  readAt: z.optional(z.number()),
  guessedAt: z.optional(z.number()),
})

/** An own edit that the server has not confirmed. */
export const pendingEdit = z.object({
  serverId: serverIdSchema,
  body: z.string(),
  mentions: z.optional(z.array(z.number())),
  requestId: z.string(),
  /** Server ms. */
  at: z.number(),
})

/**
 * A conversation in a log snapshot. This shape is stored in the log and independent of the read models' rows, which are
 * rebuilt when they change. Times are server ms.
 */
export const conversationSnapshot = z.object({
  facts: z.optional(conversationFacts),
  isOpened: z.boolean(),
  readUpTo: serverIdSchema,
  deliveredUpTo: serverIdSchema,
  peerReadUpTo: serverIdSchema,
  wholeRead: z.optional(readTime),
  unreadMark: z.optional(serverIdSchema),
  announcementRead: z.string(),
  hiding: z.optional(z.object({ through: serverIdSchema, position })),
  clearing: z.object({ through: serverIdSchema, sequence: z.number(), activeAt: z.number() }),
  pendingSettings: z.array(z.object({ setting: ownSetting, isOn: z.boolean(), requestId: z.string() })),
  /** The server's latest unread count. */
  counted: z.optional(
    z.object({
      readUpTo: serverIdSchema,
      through: serverIdSchema,
      count: z.number(),
      readSequence: z.optional(z.number()),
      isMentioned: z.optional(z.boolean()),
    }),
  ),
  unreadIds: z.array(serverIdSchema),
  mentionIds: z.array(serverIdSchema),
  deletedIds: z.array(serverIdSchema),
  deletedUnread: z.array(serverIdSchema),
  hiddenPendingDeletion: z.array(z.object({ serverId: serverIdSchema, until: z.number() })),
  deletionsReceivedThrough: z.number(),
  pendingReactions: z.optional(
    z.array(z.object({ serverId: serverIdSchema, emoji: z.string(), requestId: z.string() })),
  ),
  edits: z.optional(z.array(z.tuple([serverIdSchema, messageEdit]))),
  pendingEdits: z.optional(z.array(pendingEdit)),
  editDraft: z.optional(editDraft),
  changesReceivedThrough: z.optional(z.number()),
  pins: z.optional(storedPins),
  newestId: serverIdSchema,
  contiguousRanges: z.array(sequenceRange),
  seenRanges: z.array(sequenceRange),
  historyStartsAt: z.object({ sequence: z.number(), serverId: serverIdSchema }),
  recent: z.array(recentMessage),
  unsent: z.array(unsentMessage),
  draft: z.string(),
  draftMentions: z.optional(z.readonly(z.array(draftMention))),
  draftQuote: z.optional(quotedMessage),
  draftSavedAt: z.optional(z.number()),
  draftVersion: z.optional(z.number()),
  isDraftShared: z.optional(z.boolean()),
  draftReturned: z.optional(z.string()),
  disappearing: z.object({
    messages: z.array(disappearingMessage),
    ownReads: z.array(readTime),
    peerReads: z.array(readTime),
  }),
  /** Seconds. */
  lastTimerSeconds: z.number(),
})
export type ConversationSnapshot = z.infer<typeof conversationSnapshot>

/** A friend application in a log snapshot. Without facts, its answer arrived before it. */
export const applicationSnapshot = z.object({
  applicationId: applicationIdSchema,
  facts: z.optional(applicationFacts),
  answer: z.optional(z.enum(['accepted', 'rejected'])),
})
