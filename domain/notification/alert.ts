import type { UserId } from '#schemas/ids.ts'
import type { LogEventOf } from '#schemas/log/envelope.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import { isCounted } from '../message/message-notices.ts'

/** How long the device vibrates for a message [NOTIF-07], ms. */
export const vibrationTime = 150
/** A message older than this is history that comes late, ms. */
const freshTime = 60_000
/** A burst of messages sounds once in this time, ms. */
export const alertPause = 1000

/** What is known where and when a message comes in. */
export interface AlertSituation {
  readonly self: UserId
  /** Server time, ms. */
  readonly now: number
  /** Undefined until the server has told them: nothing sounds that may have been switched off. */
  readonly settings: NotificationSettings | undefined
  readonly isConversationMuted: boolean
  /** Read here or on another device already, or deleted. */
  readonly isSettled: boolean
  /** A person uses this page right now. */
  readonly hasFocus: boolean
  /** Its conversation is the one that is open here. */
  readonly isOpen: boolean
}

export interface Alert {
  readonly sounds: boolean
  readonly vibrates: boolean
  /** A notification of the system, for a person who looks elsewhere. */
  readonly shows: boolean
}

const silence: Alert = { sounds: false, vibrates: false, shows: false }

/**
 * Whether a message that came in makes itself heard [NOTIF-06 NOTIF-07 NOTIF-08] (DEC-58 DEC-96 DEC-98): never an own one,
 * one that was read, history, comings and goings, nor one of the conversation that is being looked at.
 */
export function decideAlert(
  { origin, data: { message } }: Pick<LogEventOf<'MessageReceived'>, 'origin' | 'data'>,
  situation: AlertSituation,
): Alert {
  const { settings, hasFocus } = situation
  const isHistory = origin !== 'socket' || situation.now - message.sentAt > freshTime
  const isNews = !isHistory && message.senderId !== situation.self && isCounted(message.type)
  if (!isNews || message.body === null || situation.isSettled) return silence
  if (hasFocus && situation.isOpen) return silence
  const isMuted = settings?.isAllMuted || settings?.isMessageMuted || situation.isConversationMuted
  if (!settings || isMuted) return silence
  return { sounds: !settings.isSoundOff, vibrates: !settings.isVibrationOff, shows: !hasFocus }
}
