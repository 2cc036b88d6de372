import { and, eq, gt, isNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { messagePreview, singleLine } from '#domain/formats/preview.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import type { PushPayload } from '#schemas/push-payload.ts'
import { isUsableSession } from '../accounts/sign-in-sessions.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  account,
  chatGroup,
  conversation,
  conversationMember,
  deviceToken,
  friendship,
  message,
  notificationSettings,
  signInSession,
} from '../store/schema/index.ts'
import { readLocale, say } from '../texts/say.ts'
import type { TextKey } from '../texts/text-keys.ts'

/** A message, and the sign-in to notify of it; 0 for all sign-ins of the other members. */
export interface WantedPush {
  readonly messageId: number
  readonly sessionId: number
}

/** A device, and a message that it may be notified of. */
export type PushRow = Awaited<ReturnType<typeof readPushRows>>[number]

const given = sql.placeholder
const wanted = sql`unnest(${given('messageId')}::bigint[], ${given('sessionId')}::bigint[]) as wanted (message_id, session_id)`
const sender = alias(conversationMember, 'sender')

const isOff = (flag: SQLWrapper) => sql`not coalesce(${flag}, false)`
/** Unread, of a conversation and an account that are not muted. */
const isNews = (messageId: SQLWrapper) =>
  and(
    gt(messageId, conversationMember.readMessageId),
    gt(messageId, conversationMember.historyAfterId),
    eq(conversationMember.isMuted, false),
    isOff(notificationSettings.isAllMuted),
    isOff(notificationSettings.isMessageMuted),
  )

// The limits keep the planner from reading all messages, and from joining them with all sign-ins. An account has fewer
// sign-ins than the limit.
const pushedIn = (database: Database) =>
  database
    .select({
      id: message.id,
      conversationId: message.conversationId,
      senderId: message.senderId,
      type: message.type,
      // Enough for a line, and little for each member of a large group.
      body: sql<string | null>`left(${message.body}, 1200)`.mapWith(message.body).as('line'),
      sentAt: message.sentAt,
      timerSeconds: message.timerSeconds,
    })
    .from(message)
    .where(eq(message.id, sql`wanted.message_id`))
    .limit(1)
    .as('pushed')

const devicesIn = (database: Database) =>
  database
    .select({ sessionId: deviceToken.sessionId, token: deviceToken.token, locale: deviceToken.locale })
    .from(signInSession)
    .innerJoin(deviceToken, eq(deviceToken.sessionId, signInSession.id))
    .where(
      and(
        eq(signInSession.accountId, conversationMember.accountId),
        sql`wanted.session_id in (0, ${signInSession.id})`,
        isUsableSession(given('now')),
      ),
    )
    .limit(100)
    .as('device')

const pushRows = preparedQuery((database) => {
  const [pushed, device] = [pushedIn(database), devicesIn(database)]
  return database
    .select({
      message: {
        id: pushed.id,
        conversationId: pushed.conversationId,
        type: pushed.type,
        body: pushed.body,
        sentAt: pushed.sentAt,
        timerSeconds: pushed.timerSeconds,
      },
      kind: conversation.kind,
      groupName: chatGroup.name,
      senderName: account.nickname,
      senderMemberName: sender.memberName,
      remarkName: friendship.remarkName,
      accountId: conversationMember.accountId,
      sessionId: device.sessionId,
      token: device.token,
      locale: device.locale,
      isNameHidden: notificationSettings.isNameHidden,
      isTextShown: notificationSettings.isTextShown,
    })
    .from(wanted)
    .innerJoinLateral(pushed, sql`true`)
    .innerJoin(conversation, eq(conversation.id, pushed.conversationId))
    .innerJoin(
      conversationMember,
      and(
        eq(conversationMember.conversationId, pushed.conversationId),
        ne(conversationMember.accountId, pushed.senderId),
      ),
    )
    .innerJoinLateral(device, sql`true`)
    .innerJoin(account, eq(account.id, pushed.senderId))
    .leftJoin(
      sender,
      and(eq(sender.conversationId, pushed.conversationId), eq(sender.accountId, pushed.senderId)),
    )
    .leftJoin(chatGroup, eq(chatGroup.conversationId, pushed.conversationId))
    .leftJoin(
      friendship,
      and(eq(friendship.accountId, conversationMember.accountId), eq(friendship.friendId, pushed.senderId)),
    )
    .leftJoin(notificationSettings, eq(notificationSettings.accountId, conversationMember.accountId))
    .where(or(isNull(pushed.body), isNews(pushed.id)))
    .prepare('push_rows')
})

/**
 * Reads the devices to notify of messages. A deleted message is included, because a notification may show its text.
 * Nothing is kept: a retry reads the message once more.
 * @param now server time, ms
 */
export const readPushRows = (database: Database, pushes: readonly WantedPush[], now: number) =>
  pushRows(database).execute({
    now,
    messageId: pushes.map(({ messageId }) => messageId),
    sessionId: pushes.map(({ sessionId }) => sessionId),
  })

/** Whether the notification of a message contains its text: never that of a disappearing message. */
export const hasText = ({ isTextShown, isNameHidden, message: { body, timerSeconds } }: PushRow): boolean =>
  isTextShown === true && isNameHidden !== true && body !== null && timerSeconds === null

type KeyServices = Pick<Services, 'digest' | 'codeSecret'>

/** Returns the key that permits to mark a conversation as read up to a message, for a sign-in. */
export const createReadKey = async (
  { digest, codeSecret }: KeyServices,
  sessionId: number,
  conversation: string,
  messageId: number,
): Promise<string> =>
  `${sessionId}.${await digest.hash(`read ${codeSecret} ${sessionId} ${conversation} ${messageId}`)}`

/** The maximum size of a payload, bytes. Push services accept 4096 encrypted ones. */
const maxPayload = 3_000

/** Returns the decrypted body of a push message, as far as the settings of the account allow (DEC-211). */
export function composePayload(
  row: PushRow,
  { read, readKey, isCorrection }: Pick<PushPayload, 'read' | 'readKey' | 'isCorrection'>,
): string {
  const locale = readLocale(row.locale)
  const summary = say(locale, row.message.body === null ? 'push-deleted' : 'push-message')
  const payload: PushPayload = {
    account: userId(row.accountId),
    conversation: conversationId(row.kind, row.message.conversationId),
    message: serverId(row.message.id),
    readKey,
    title: row.isNameHidden === true ? summary : nameOf(row),
    body: row.isNameHidden === true ? '' : (lineOf(row) ?? summary),
    markRead: say(locale, 'push-mark-read'),
    reply: say(locale, 'push-reply'),
    ...(isCorrection && { isCorrection }),
    read,
  }
  const text = JSON.stringify(payload)
  // Control characters take six bytes each in JSON.
  return Buffer.byteLength(text) <= maxPayload
    ? text
    : JSON.stringify({ ...payload, title: '', body: summary })
}

const nameOf = (row: PushRow): string => singleLine(row.groupName ?? senderOf(row))

const senderOf = ({ remarkName, senderMemberName, senderName }: PushRow): string =>
  singleLine(remarkName || senderMemberName || senderName)

const kindTexts: Partial<Readonly<Record<MessageType, TextKey>>> = {
  emo: 'push-emo',
  pic: 'push-pic',
  audio: 'push-audio',
  video: 'push-video',
  card: 'push-card',
  file: 'push-file',
  call: 'push-call',
  invite: 'push-invite',
}

/** The text of a message in one line, in a group after its sender's name; undefined if it may not be shown. */
function lineOf(row: PushRow): string | undefined {
  if (!hasText(row)) return undefined
  const locale = readLocale(row.locale)
  const type = messageTypes.find((one) => one === row.message.type) ?? 'txt'
  const preview = messagePreview({ type, body: row.message.body })
  const text = preview.kind === 'text' ? preview.text : say(locale, kindTexts[type] ?? 'push-notice')
  return row.kind === 'group' ? `${senderOf(row)}: ${text}` : text
}

/** The sign-in and the conversation of a push. A newer push replaces an older one with the same key. */
export const keyOf = ({ sessionId, message }: PushRow): string => `${sessionId} ${message.conversationId}`

/** Returns the newest message of each conversation for each sign-in. */
export function newestOf(rows: readonly PushRow[]): readonly PushRow[] {
  const newest = new Map<string, PushRow>()
  for (const row of rows) {
    const key = keyOf(row)
    const known = newest.get(key)
    if (!known || known.message.id < row.message.id) newest.set(key, row)
  }
  return [...newest.values()]
}
