import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import {
  inChunks,
  type MissedStretch,
  receivedEvents,
  stretchesPerCall,
} from '#domain/synchronisation/missed-messages.ts'
import { type ConversationId, conversationId, parseConversationId } from '#schemas/ids.ts'
import {
  type ListedConversation,
  toListedConversation,
  toListedGroup,
} from '#schemas/translate/conversation.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { getAllSessionData, getAllSessionList } from '#schemas/wire/calls/conversations.ts'
import { dataOf } from '../http/call-failed.ts'
import type { FetchParts } from './fetch-parts.ts'

/** SessionType on the wire [SESS-28]. */
const sessionTypes = { direct: '1', group: '2' } as const

/** Fetches the session list and appends what changed [SESS-26 SESS-27]; throws CallFailed. Resolves with the list. */
export async function fetchConversations(parts: FetchParts): Promise<readonly ListedConversation[]> {
  const { caller, log, serverTime, signal } = parts
  const knownBefore = new Set(log.conversations.get().map(({ id }) => id))
  const data = dataOf(await caller.call(getAllSessionList, {}, { signal }))
  const now = serverTime.now()
  const listed = [
    ...data.ChatSessions.map((row) => toListedConversation(row, now)),
    ...data.Groups.map((row) => toListedGroup(row, now)),
  ]
  const known = {
    summaries: log.conversations.get(),
    friends: log.friends.get(),
    knownBefore,
    held: log.knowledge,
  }
  const events = conversationDifferences(listed, known, now)
  if (events.length > 0) await log.append(events)
  return listed
}

/** Fetches the newest messages of each stretch, at most 50, and appends what is new [SESS-28]; throws CallFailed. */
export async function fetchMissed(parts: FetchParts, missed: readonly MissedStretch[]): Promise<void> {
  for (const stretches of inChunks(missed, stretchesPerCall)) await fetchChunk(parts, stretches)
}

async function fetchChunk(parts: FetchParts, stretches: readonly MissedStretch[]): Promise<void> {
  const { caller, log, serverTime, signal } = parts
  const SessionInfos = stretches.map(({ conversationId: id, above }) => {
    const { kind, wireId } = parseConversationId(id)
    return { SessionType: sessionTypes[kind], ID: wireId, FromID: above }
  })
  const sessions = dataOf(await caller.call(getAllSessionData, { SessionInfos }, { signal }))
  const now = serverTime.now()
  const held = (id: ConversationId) => log.knowledge(id)?.held ?? []
  const events = sessions.flatMap(({ SessionType, ID, Chats }) => {
    const id = conversationId(SessionType === sessionTypes.group ? 'group' : 'direct', ID)
    const messages = Chats.map((chat) => toConfirmedMessage(chat, now))
    return receivedEvents(id, messages, held(id))
  })
  if (events.length > 0) await log.append(events)
}
