import * as z from 'zod/mini'
import { conversationFacts, conversationIdSchema } from '../log/events.ts'
import { attachment, clientIdSchema, quotedMessage, serverIdSchema, userIdSchema } from '../log/message.ts'
import { messageTypes } from '../wire/message.ts'

/** An unsent message as read models keep it. */
export const unsentRow = z.object({
  clientId: clientIdSchema,
  conversationId: conversationIdSchema,
  type: z.enum(messageTypes),
  body: z.string(),
  quote: z.optional(quotedMessage),
  attachment: z.optional(attachment),
  submittedAt: z.number(),
  attempt: z.number(),
  state: z.enum(['pending', 'stale', 'failed']),
  position: z.object({ segment: z.number(), index: z.number() }),
})

/** One conversation of the list. */
export const conversationRow = z.object({
  id: conversationIdSchema,
  facts: z.optional(conversationFacts),
  isOpened: z.boolean(),
  readUpTo: serverIdSchema,
  deliveredUpTo: serverIdSchema,
  peerReadUpTo: serverIdSchema,
  baseline: z.optional(z.object({ readUpTo: serverIdSchema, through: serverIdSchema, count: z.number() })),
  unreadIds: z.array(serverIdSchema),
  deletedIds: z.array(serverIdSchema),
  newestId: serverIdSchema,
  held: z.array(z.object({ from: z.number(), to: z.number(), fromId: serverIdSchema, toId: serverIdSchema })),
  recent: z.array(
    z.object({
      serverId: serverIdSchema,
      clientId: z.optional(clientIdSchema),
      senderId: userIdSchema,
      type: z.enum(messageTypes),
      body: z.nullable(z.string()),
      sentAt: z.number(),
      readAt: z.optional(z.number()),
    }),
  ),
  unsent: z.array(unsentRow),
  draft: z.string(),
})
export type ConversationRow = z.infer<typeof conversationRow>

/** Reads a stored row; undefined when it does not fit: then the read model is rebuilt from the log. */
export const readConversationRow = (value: unknown): ConversationRow | undefined =>
  z.safeParse(conversationRow, value).data
