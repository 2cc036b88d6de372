import { lastValueFrom, map, takeWhile, toArray } from 'rxjs'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { PinnedMessage } from '#schemas/translate/message-lists.ts'
import { getMessageChanges, getPinnedMessages } from '../api/message-changes.ts'
import { dataOrThrow } from '../http/call-result.ts'
import type { Readable } from '../readable.ts'
import type { FetchServices } from './fetch-conversations.ts'

/** The changes of messages that a row of the server's list names. */
export interface ListedChanges {
  readonly conversationId: ConversationId
  /** The version of the last change. */
  readonly changeVersion: number
  /** Whether messages of it were stored or unsent when the list arrived. If not, no change can concern them. */
  readonly hadMessages: boolean
}

/**
 * Fetches the changes of messages that this client has missed, those of open conversations first, and appends them;
 * throws CallFailed. Loaded on use.
 */
export async function fetchMessageChanges(
  services: FetchServices,
  listed: readonly ListedChanges[],
): Promise<void> {
  const open = services.log.shownConversations()
  const isOpen = ({ conversationId }: ListedChanges) => open.includes(conversationId)
  for (const changes of [...listed.filter(isOpen), ...listed.filter((one) => !isOpen(one))])
    await (changes.hadMessages ? fetchOne(services, changes) : skip(services, changes))
}

async function fetchOne(
  { caller, log, serverTime, signal }: FetchServices,
  { conversationId: id, changeVersion }: ListedChanges,
): Promise<void> {
  for (;;) {
    const after = log.syncState(id)?.changesReceivedThrough ?? 0
    if (after >= changeVersion) return
    const { through, reacted, edited } = dataOrThrow(await getMessageChanges(caller, id, after, { signal }))
    const common = { stream: id, occurredAt: serverTime.now(), origin: 'http' } as const
    const events = [
      ...reacted.map((data): NewEvent => ({ ...common, type: 'MessageReacted', data })),
      ...edited.map((data): NewEvent => ({ ...common, type: 'MessageEdited', data })),
    ]
    await log.append([...events, { ...common, type: 'ChangesReceived', data: { through } }])
    // A server that does not count on must not be asked for ever.
    if (through <= after) return
  }
}

/** Fetches the pinned messages of conversations and appends them; throws CallFailed. Loaded on use. */
export async function fetchPins(
  { caller, log, serverTime, signal }: FetchServices,
  conversations: readonly ConversationId[],
): Promise<void> {
  for (const stream of conversations) {
    const { received: data } = dataOrThrow(await getPinnedMessages(caller, stream, { signal }))
    const common = { stream, occurredAt: serverTime.now(), origin: 'http' } as const
    await log.append([{ ...common, type: 'PinsReceived', data }])
  }
}

interface PinServices extends Pick<FetchServices, 'caller' | 'log' | 'signal'> {
  readonly connection: Readable<ConnectionView>
}

/**
 * Returns the contents of pinned messages: from the server, or without a connection those that this device has stored.
 * Throws CallFailed and storage errors. Loaded on use.
 */
export async function readPinnedMessages(
  { caller, log, connection, signal }: PinServices,
  id: ConversationId,
): Promise<readonly PinnedMessage[]> {
  if (connection.get().status === 'connected')
    return dataOrThrow(await getPinnedMessages(caller, id, { signal })).messages
  const wanted = new Set(log.summaryOf(id)?.pinnedMessages)
  const oldest = Math.min(...wanted)
  const batches = await lastValueFrom(
    log.readBackward(id).pipe(
      takeWhile(([first]) => first?.serverId === undefined || first.serverId > oldest, true),
      // Filtered by batch, so that the history is never in memory as a whole.
      map((batch) =>
        batch.flatMap(({ serverId, ...message }) =>
          serverId && wanted.has(serverId) ? { ...message, serverId } : [],
        ),
      ),
      toArray(),
    ),
  )
  return batches.flat()
}

/** Marks changes as known that cannot concern any stored message. */
const skip = (
  { log, serverTime }: FetchServices,
  { conversationId, changeVersion: through }: ListedChanges,
): Promise<unknown> =>
  log.append([
    {
      stream: conversationId,
      type: 'ChangesReceived',
      data: { through },
      occurredAt: serverTime.now(),
      origin: 'http',
    },
  ])
