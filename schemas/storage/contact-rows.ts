import * as z from 'zod/mini'
import {
  applicationFacts,
  type FriendFacts,
  friendFacts,
  type ProfileFacts,
  profileFacts,
} from '../log/facts.ts'
import { applicationIdSchema } from '../log/id-schemas.ts'

/** A friend request with its response. */
export const applicationRow = z.object({
  applicationId: applicationIdSchema,
  facts: z.optional(applicationFacts),
  answer: z.optional(z.enum(['accepted', 'rejected'])),
})
export type ApplicationRow = z.infer<typeof applicationRow>
/** The newest friend request, and the newest reply to one, that the person has seen. */
export const applicationsSeenRow = z.object({
  seenUpTo: applicationIdSchema,
  seenReplyUpTo: z.optional(z.number()),
})
export type ApplicationsSeenRow = z.infer<typeof applicationsSeenRow>

/** Readers of stored rows. They return undefined for an invalid row. */
export const readApplicationRow = (value: unknown): ApplicationRow | undefined =>
  z.safeParse(applicationRow, value).data
export const readApplicationsSeenRow = (value: unknown): ApplicationsSeenRow | undefined =>
  z.safeParse(applicationsSeenRow, value).data
export const readFriendRow = (value: unknown): FriendFacts | undefined => z.safeParse(friendFacts, value).data
export const readProfileRow = (value: unknown): ProfileFacts | undefined =>
  z.safeParse(profileFacts, value).data
