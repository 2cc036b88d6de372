// Without a schema library, because the service worker loads whole at each push message.
import { type ConversationId, type ServerId, serverId, type UserId, userId } from './ids.ts'

/** The subject of a notification: its data, which the browser stores with it. */
export interface NotificationSubject {
  /** The account that received the message. */
  readonly account: UserId
  readonly conversation: ConversationId
  /** The newest message. */
  readonly message: ServerId
  /** Permits to mark the conversation as read without the account's credentials. */
  readonly readKey: string
}

/** The decrypted body of a push message, as JSON. At most 3 KB (DEC-211). */
export interface PushPayload extends NotificationSubject {
  readonly title: string
  readonly body: string
  /** Names of the actions, in the person's language. */
  readonly markRead: string
  readonly reply: string
  /** Replaces the notification of a deleted or edited message without an alert. */
  readonly isCorrection?: boolean
  /** Conversations that were read on another device, or that the account has left. Their notifications are obsolete. */
  readonly read: readonly ConversationId[]
}

/** The channel of the service worker that all tabs hear [SW-18] (DEC-76). */
export const notificationChannel = 'chat-notification-channel'

/** A task that the worker posts on the channel for any tab of an account. */
export type WorkerBroadcast =
  | ({ readonly type: 'mark-read' } & NotificationSubject)
  | { readonly type: 'subscription-changed' }

// The server writes the ids of conversations as the client does.
const isConversation = (value: unknown): value is ConversationId =>
  typeof value === 'string' && /^[sg]:\d+$/.test(value)

/** Reads the data of a notification; undefined if it is another program's or version's. */
export function readNotificationSubject(data: unknown): NotificationSubject | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { account, conversation, message, readKey }: Partial<Record<keyof NotificationSubject, unknown>> =
    data
  if (typeof account !== 'number' || typeof message !== 'number' || !isConversation(conversation))
    return undefined
  return {
    ...{ account: userId(account), conversation, message: serverId(message) },
    readKey: typeof readKey === 'string' ? readKey : '',
  }
}

/** Reads a push message; undefined if it is none of ours. */
export function readPushPayload(value: unknown): PushPayload | undefined {
  const subject = readNotificationSubject(value)
  if (!subject) return undefined
  const fields: Partial<Record<keyof PushPayload, unknown>> = { ...(value as object) }
  const text = (name: 'title' | 'body' | 'markRead' | 'reply') => String(fields[name] ?? '')
  return {
    ...subject,
    title: text('title'),
    body: text('body'),
    markRead: text('markRead'),
    reply: text('reply'),
    read: Array.isArray(fields.read) ? fields.read.filter(isConversation) : [],
    ...(fields.isCorrection === true && { isCorrection: true }),
  }
}

/** Returns the request of `/ReadPushed` for a notification. */
export const readPushedRequest = ({ conversation, message, readKey }: NotificationSubject) => ({
  path: '/Api/ReadPushed',
  body: JSON.stringify({ Conversation: conversation, MessageID: message, Key: readKey }),
})

/** Whether the response of `/ReadPushed` is a success. */
export const isReadPushed = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'Code' in answer && answer.Code === 0
