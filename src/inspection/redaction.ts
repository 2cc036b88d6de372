import { messageTypes } from '#schemas/message-types.ts'

/*
 * What may enter an inspector's buffers: only what these lists name. Everything else is left out before it is
 * kept, posted or drawn: texts of messages, drafts, names, numbers of phones, tokens, codes and passwords.
 */

/** Fields whose presence may be told. */
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

/** Fields that the program numbers: no person and no phone is counted in them. */
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

/** Fields whose words are the program's own, and those words. */
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

/** The value as far as it may be shown; undefined keeps the field's name alone. */
function shown(field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberFields.has(field) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  if (field === 'clientId') return shortId(value)
  return wordFields.has(field) && words.has(value) ? value : undefined
}

/** Nested records are opened this far. */
const deepest = 2

/**
 * What a signal or an event carries: `announcement.state: open`, or the field's name alone. Unknown fields are left
 * out.
 */
export function describePayload(
  payload: unknown,
  skip: readonly string[] = [],
  depth = 1,
): readonly string[] {
  if (!isRecord(payload)) return []
  return Object.entries(payload).flatMap(([field, value]) => {
    if (!fields.has(field) || skip.includes(field) || value === undefined) return []
    const inner = isRecord(value) && depth < deepest ? describePayload(value, [], depth + 1) : []
    if (inner.length > 0) return inner.map((line) => `${field}.${line}`)
    const known = shown(field, value)
    return [known === undefined ? field : `${field}: ${known}`]
  })
}

/** Fields of machine contexts that the program counts or switches: no person and no text is in them. */
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

/** What a machine's context holds: `failures: 2`. Unknown fields are left out. */
export function describeContext(context: unknown): readonly string[] {
  if (!isRecord(context)) return []
  return contextFields.flatMap((field) => {
    const value = context[field]
    return typeof value === 'number' || typeof value === 'boolean' ? [`${field}: ${value}`] : []
  })
}

/**
 * The first characters of an id that the program made by chance; undefined for anything that does not look like one.
 */
export const shortId = (value: string): string | undefined =>
  /^[A-Za-z0-9_-]{12,64}$/.test(value) ? value.slice(0, 6) : undefined

/** A conversation's id or the account's stream. */
export const shownStream = (stream: string): string =>
  stream === 'account' || /^[sg]:\d{1,16}$/.test(stream) ? stream : '(other)'

/** The path of an address, ids of conversations included, without query and hash. */
export const shownPath = (path: string): string => (/^\/[a-z0-9/-]*$/.test(path) ? path : '/…')

/** The path of a call. Names of calls are letters only; anything else may contain a key. */
export const shownCall = (url: string): string =>
  /^(?:https?:\/\/[^/]+)?((?:\/[A-Za-z]{1,40}){1,3})(?:\?|$)/.exec(url)?.[1] ?? '(other)'
