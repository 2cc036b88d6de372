import * as z from 'zod/mini'

/** What an account has silenced on all its devices [NOTIF-02]. */
export const notificationSettings = z.object({
  /** Everything: no sound, no vibration. */
  isAllMuted: z.boolean(),
  /** Messages, likewise. */
  isMessageMuted: z.boolean(),
  isSoundOff: z.boolean(),
  isVibrationOff: z.boolean(),
  /** Kept for other clients and shown nowhere (DEC-81). */
  isCallMuted: z.optional(z.boolean()),
})
export type NotificationSettings = z.infer<typeof notificationSettings>
