import * as z from 'zod/mini'
import { userIdSchema } from '../log/message.ts'

/** The channel's name [XTAB-01]. */
export const channelName = 'chat-intercom-channel'
/** A tab's random id on the channel has 4 characters [XTAB-03]. */
export const tabIdLength = 4

const tab = z.string().check(z.length(tabIdLength))

const connectionView = z.discriminatedUnion('status', [
  z.object({ status: z.literal('connecting') }),
  z.object({ status: z.literal('catching-up') }),
  z.object({ status: z.literal('connected') }),
  z.object({ status: z.literal('offline'), since: z.number() }),
])

/** What tabs tell each other about the connection and the stored accounts. */
export const tabMessage = z.discriminatedUnion('type', [
  /** The leader's connection, for tabs that have none of their own; presence is never stored. */
  z.object({
    type: z.literal('leader-state'),
    tab,
    account: userIdSchema,
    connection: connectionView,
    online: z.array(userIdSchema),
    hasLoaded: z.boolean(),
    /** Server time minus the device's wall clock, ms. */
    clockOffset: z.number(),
  }),
  z.object({ type: z.literal('ask-leader-state'), tab, account: userIdSchema }),
  /** A person asked for the connection in a tab that has none. */
  z.object({ type: z.literal('reconnect'), tab, account: userIdSchema }),
  /** A follower has done something that the leader should fetch the result of. */
  z.object({
    type: z.literal('refresh'),
    tab,
    account: userIdSchema,
    scope: z.enum(['conversations', 'contacts']),
  }),
  z.object({ type: z.literal('tab-visibility'), tab, account: userIdSchema, isVisible: z.boolean() }),
  /** The stored credentials changed: signed in, out, or refreshed [XTAB-10]. */
  z.object({ type: z.literal('update-auth-credentials'), tab, userId: z.optional(userIdSchema) }),
])
export type TabMessage = z.infer<typeof tabMessage>

/** Reads what another tab said; undefined when it fits no schema [XTAB-04]. */
export function readTabMessage(value: unknown): TabMessage | undefined {
  const parsed = z.safeParse(tabMessage, value)
  return parsed.success ? parsed.data : undefined
}
