import { messageTypes } from '#schemas/message-types.ts'

/*
 * Only the fields and words of these lists may enter the buffers of an inspector. Everything else is left out before it
 * is recorded, posted or drawn: texts of messages, drafts, names, phone numbers, tokens, codes and passwords.
 */

/** Fields whose names may be shown. */
const fields: ReadonlySet<string> = new Set([
  'account',
  'announcement',
  'answer',
  'applicationId',
  'attempt',
  'avatarUrl',
  'body',
  'timerSeconds',
  'clientId',
  'code',
  'count',
  'error',
  'event',
  'facts',
  'hasListed',
  'input',
  'isCaughtUp',
  'isClean',
  'isOnAuthPage',
  'isSent',
  'isVisible',
  'key',
  'kind',
  'message',
  'nickname',
  'origin',
  'outcome',
  'output',
  'quote',
  'readAt',
  'readUpTo',
  'reason',
  'result',
  'retryAfter',
  'scope',
  'sentAt',
  'sequence',
  'serverId',
  'serverIds',
  'snapshot',
  'state',
  'status',
  'submittedAt',
  'text',
  'through',
  'token',
  'type',
  'upTo',
  'userId',
])

/** Fields whose numbers may be shown: counters and ids of messages, never a phone number. */
const numberFields: ReadonlySet<string> = new Set([
  'attempt',
  'count',
  'readUpTo',
  'retryAfter',
  'sequence',
  'serverId',
  'through',
  'upTo',
])

/** Fields whose values are words of the program, and these words. */
const wordFields: ReadonlySet<string> = new Set(['answer', 'kind', 'scope', 'state', 'status', 'type'])
const words: ReadonlySet<string> = new Set([
  ...messageTypes,
  'accepted',
  'acknowledged',
  'catching-up',
  'closed',
  'connected',
  'connecting',
  'contacts',
  'conversations',
  'delivered',
  'disconnected',
  'ended',
  'everything',
  'friends',
  'kicked-out',
  'limited',
  'logged-in',
  'offline',
  'open',
  'page',
  'rejected',
  'renewed',
  'state-changed',
  'unavailable',
  'undelivered',
  'unreachable',
  'ask-leader-state',
  'auth-credential-in-use',
  'clear-all-device-session',
  'clear-all-device-session-failed',
  'clear-all-device-session-success',
  'join-group',
  'leader-state',
  'leave-session',
  'reconnect',
  'tab-visibility',
  'update-auth-credentials',
])

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value that may be shown; undefined if only the name of its field may. */
function shown(field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberFields.has(field) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  if (field === 'clientId') return shortId(value)
  return wordFields.has(field) && words.has(value) ? value : undefined
}

/** The depth to which nested records are described. */
const maxDepth = 2

/**
 * Describes the data of a signal or an event: `announcement.state: open`, or only the name of a field. Unknown fields
 * are left out.
 */
export function describePayload(
  payload: unknown,
  skip: readonly string[] = [],
  depth = 1,
): readonly string[] {
  if (!isRecord(payload)) return []
  return Object.entries(payload).flatMap(([field, value]) => {
    if (!fields.has(field) || skip.includes(field) || value === undefined) return []
    const inner = isRecord(value) && depth < maxDepth ? describePayload(value, [], depth + 1) : []
    if (inner.length > 0) return inner.map((line) => `${field}.${line}`)
    const known = shown(field, value)
    return [known === undefined ? field : `${field}: ${known}`]
  })
}

/** Fields of machine contexts with numbers and flags of the program, never with people's data. */
const contextFields: readonly string[] = [
  ...[
    'attempt',
    'connectedAt',
    'failures',
    'isOnAuthPage',
    'isLeaderSilent',
    'isRetry',
    'isSignOutRequested',
  ],
  ...[
    'isTaking',
    'hasRenewed',
    'hasNewerFailed',
    'hasOlderFailed',
    'longest',
    'pausedUntil',
    'readUpToAtOpening',
  ],
  ...['startedAt', 'startsAt', 'step', 'ticks', 'wait'],
]

/** Describes the context of a machine: `failures: 2`. Unknown fields are left out. */
export function describeContext(context: unknown): readonly string[] {
  if (!isRecord(context)) return []
  return contextFields.flatMap((field) => {
    const value = context[field]
    return typeof value === 'number' || typeof value === 'boolean' ? [`${field}: ${value}`] : []
  })
}

/** Returns the first characters of a random id; undefined for a text that does not look like one. */
export const shortId = (value: string): string | undefined =>
  /^[A-Za-z0-9_-]{12,64}$/.test(value) ? value.slice(0, 6) : undefined

/** Returns the id of a conversation's stream or the name of the account's; `(other)` for any other text. */
export const shownStream = (stream: string): string =>
  stream === 'account' || /^[sg]:\d{1,16}$/.test(stream) ? stream : '(other)'

/** Returns a path, which may contain ids of conversations; `/…` for a text with other characters. */
export const shownPath = (path: string): string => (/^\/[a-z0-9/-]*$/.test(path) ? path : '/…')

/** Returns the path of a call. Names of calls have letters only; any other path may contain a key. */
export const shownCall = (url: string): string =>
  /^(?:https?:\/\/[^/]+)?((?:\/[A-Za-z]{1,40}){1,3})(?:\?|$)/.exec(url)?.[1] ?? '(other)'
