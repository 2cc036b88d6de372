import * as z from 'zod/mini'

/** The notification settings of an account, for all its devices [NOTIF-02]. */
export const notificationSettings = z.object({
  /** No sound and no vibration for anything. */
  isAllMuted: z.boolean(),
  /** No sound and no vibration for messages. */
  isMessageMuted: z.boolean(),
  isSoundOff: z.boolean(),
  isVibrationOff: z.boolean(),
  /** Preserved for other clients and not shown (DEC-81). */
  isCallMuted: z.optional(z.boolean()),
  /** Push notifications name no conversation. Absent if the server has no such setting (DEC-211). */
  isPushNameHidden: z.optional(z.boolean()),
  /** Push notifications contain the text of messages. Absent if the server has no such setting (DEC-211). */
  isPushTextShown: z.optional(z.boolean()),
})
export type NotificationSettings = z.infer<typeof notificationSettings>
