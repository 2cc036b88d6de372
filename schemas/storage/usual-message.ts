import type { ConfirmedMessage } from '../log/message.ts'
import { messageTypes } from '../wire/message.ts'

type Fits = (value: unknown) => boolean

const isText: Fits = (value) => typeof value === 'string'
const isNumber: Fits = (value) => Number.isFinite(value)
const isId: Fits = (value) => Number.isSafeInteger(value)
const types: ReadonlySet<unknown> = new Set(messageTypes)

/** What `confirmedMessage` says of each field that most messages have. */
const fields: ReadonlyMap<string, Fits> = new Map([
  ['serverId', isId],
  ['sequence', isNumber],
  ['clientId', isText],
  ['senderId', isId],
  ['senderName', isText],
  ['senderAvatarUrl', isText],
  ['type', (value) => types.has(value)],
  ['body', (value) => value === null || isText(value)],
  ['sentAt', isNumber],
  ['readAt', isNumber],
  ['burnsAfter', isNumber],
  ['senderRole', isNumber],
])

const needed = ['serverId', 'senderId', 'senderName', 'senderAvatarUrl', 'type', 'body', 'sentAt'] as const

/**
 * Whether a stored value is a message that `confirmedMessage` would give back exactly as it is, told without the schema, which
 * takes ten times as long for each of the hundreds that are read when a conversation is opened. Of anything it does not
 * know, quotes and mentions among them, the schema has to say.
 */
export function isUsualMessage(value: unknown): value is ConfirmedMessage {
  if (typeof value !== 'object' || value === null) return false
  for (const [key, field] of Object.entries(value)) if (!fields.get(key)?.(field)) return false
  return needed.every((key) => key in value)
}
