import * as z from 'zod/mini'
import type { ApplicationId, ClientId, ConversationId, ServerId, UserId } from '../ids.ts'

// Brands are given here, where stored and received data enters; the custom checks only rename the type. They stand apart from
// messages and facts, since what tabs tell each other before anybody is signed in has ids, and neither of those.
export const serverIdSchema = z.custom<ServerId>((value) => Number.isSafeInteger(value))
export const clientIdSchema = z.custom<ClientId>((value) => typeof value === 'string')
export const userIdSchema = z.custom<UserId>((value) => Number.isSafeInteger(value))
export const conversationIdSchema = z.custom<ConversationId>(
  (value) => typeof value === 'string' && /^[sg]:\d+$/.test(value),
)
export const applicationIdSchema = z.custom<ApplicationId>((value) => Number.isSafeInteger(value))
