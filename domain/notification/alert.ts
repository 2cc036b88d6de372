import type { UserId } from '#schemas/ids.ts'
import type { LogEventOf } from '#schemas/log/envelope.ts'
import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import { countsAsUnread } from '../message/message-notices.ts'

/** Vibration for a message [NOTIF-07], ms. */
export const vibrationTime = 150
/** A message older than this is late history, ms. */
const freshTime = 60_000
/** A burst of messages sounds once in this time, ms. */
export const alertPause = 1000

/** The context in which a message arrives. */
export interface AlertSituation {
  readonly self: UserId
  /** Server time, ms. */
  readonly now: number
  /** Undefined until the server has sent the settings. No sound before, because it may be switched off. */
  readonly settings: NotificationSettings | undefined
  readonly isConversationMuted: boolean
  /** Read here or on another device already, or deleted. */
  readonly isSettled: boolean
  /** A person uses this page now. */
  readonly hasFocus: boolean
  /** Its conversation is open in this tab. */
  readonly isOpen: boolean
}

export interface Alert {
  readonly sounds: boolean
  readonly vibrates: boolean
  /** Whether to show a system notification, because the person is not looking at the page. */
  readonly shows: boolean
}

const silence: Alert = { sounds: false, vibrates: false, shows: false }

/**
 * Decides how a received message alerts the person [NOTIF-06 NOTIF-07 NOTIF-08] (DEC-58 DEC-96 DEC-98). No alert for
 * own messages, read ones, history, notices about members, or messages of the visible conversation.
 */
export function decideAlert(
  { origin, data: { message } }: Pick<LogEventOf<'MessageReceived'>, 'origin' | 'data'>,
  situation: AlertSituation,
): Alert {
  const { settings, hasFocus } = situation
  const isHistory = origin !== 'socket' || situation.now - message.sentAt > freshTime
  const isNews = !isHistory && message.senderId !== situation.self && countsAsUnread(message.type)
  if (!isNews || message.body === null || situation.isSettled) return silence
  if (hasFocus && situation.isOpen) return silence
  const isMuted = settings?.isAllMuted || settings?.isMessageMuted || situation.isConversationMuted
  if (!settings || isMuted) return silence
  return { sounds: !settings.isSoundOff, vibrates: !settings.isVibrationOff, shows: !hasFocus }
}
