import * as z from 'zod/mini'
import type { ApplicationId, ClientId, ConversationId, ServerId, UserId } from '../ids.ts'

// Stored and received data gets its brands here; the custom checks only rename the type. These schemas are separate
// from messages and facts, because tabs exchange ids, but neither of those, before a person is signed in.
export const serverIdSchema = z.custom<ServerId>((value) => Number.isSafeInteger(value))
export const clientIdSchema = z.custom<ClientId>((value) => typeof value === 'string')
export const userIdSchema = z.custom<UserId>((value) => Number.isSafeInteger(value))
export const conversationIdSchema = z.custom<ConversationId>(
  (value) => typeof value === 'string' && /^[sg]:\d+$/.test(value),
)
export const applicationIdSchema = z.custom<ApplicationId>((value) => Number.isSafeInteger(value))
