import { and, asc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation, message, messageReaction } from '../store/schema/index.ts'
import { requireMembership } from './membership.ts'
import { hasReadableBody } from './message-expiry.ts'
import { toWireMentions } from './message-rows.ts'
import { countReactions, type NamedMessage } from './reactions.ts'
import { hasChanges } from './session-rows.ts'

/** The changes of a message as one person sees them. */
type WireChanges = NonNullable<WireMessage['Changes']>

/** A message as far as its changes matter. */
type ChangedMessage = Pick<typeof message.$inferSelect, 'id' | 'changeVersion' | 'editVersion' | 'editedAt'>

/** Returns the changes of those of these messages that have changed, as one person sees them. None without the extensions. */
export async function readChangesOf(
  services: Pick<Services, 'database' | 'extensions'>,
  accountId: number,
  messages: readonly ChangedMessage[],
): Promise<ReadonlyMap<number, WireChanges>> {
  const { database } = services
  const changed = messages.filter(({ changeVersion }) => changeVersion > 0)
  if (changed.length === 0 || !hasChanges(services)) return new Map()
  const ids = changed.map(({ id }) => id)
  const counts = await countReactions(database, ids)
  const own = await database
    .select({ messageId: messageReaction.messageId, emoji: messageReaction.emoji })
    .from(messageReaction)
    .where(and(inArray(messageReaction.messageId, ids), eq(messageReaction.accountId, accountId)))
  const ownByMessage = new Map(own.map(({ messageId, emoji }) => [messageId, emoji]))
  return new Map(
    changed.map(({ id, changeVersion, editVersion, editedAt }) => [
      id,
      {
        Version: changeVersion,
        Reactions: [...(counts.get(id) ?? [])],
        OwnReaction: ownByMessage.get(id) ?? '',
        ...(editedAt === null ? {} : { Edit: { Version: editVersion, TimeStamp: editedAt } }),
      },
    ]),
  )
}

/** The number of changes in one response, and the size of the edited texts in it, bytes. At least one change fits. */
const changesPerResponse = 200
const bytesPerResponse = 256 * 1024

/**
 * Returns the messages of a conversation that changed after a version, in the order of their last changes, and the
 * version up to which the response is complete.
 */
export async function readChanges(
  services: Services,
  { kind, accountId, conversationId }: Omit<NamedMessage, 'messageId'>,
  after: number,
) {
  const { database, clock } = services
  const { historyAfterId } = await requireMembership(database, kind, conversationId, accountId)
  // Read first: a later change is in the next response.
  const [row] = await database
    .select({ version: conversation.changeVersion })
    .from(conversation)
    .where(eq(conversation.id, conversationId))
  const { id, sequence, changeVersion, editVersion, editedAt } = message
  const found = await database
    .select({
      ...{ id, sequence, changeVersion, editVersion, editedAt },
      bytes: sql<number>`case when ${editVersion} > 0 then octet_length(${message.body}) else 0 end`,
    })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        gt(changeVersion, Math.max(after, 0)),
        or(gt(id, historyAfterId), and(gt(editVersion, 0), isQuotedAfter(historyAfterId))),
        hasReadableBody(message, clock.now()),
      ),
    )
    .orderBy(asc(changeVersion))
    .limit(changesPerResponse)
  const changed = firstThatFit(found)
  const isComplete = changed.length === found.length && found.length < changesPerResponse
  const changes = await readChangesOf(services, accountId, changed)
  const texts = await readEditedTexts(database, changed)
  return {
    Version: (isComplete ? row?.version : changed.at(-1)?.changeVersion) ?? 0,
    Changes: changed.flatMap(({ id, sequence }) => {
      const change = changes.get(id)
      if (!change) return []
      const Edit = change.Edit && { ...change.Edit, ...texts.get(id) }
      // A message from before this person's time is visible in quotes only.
      const shown = id > historyAfterId ? change : { ...change, Reactions: [], OwnReaction: '' }
      return [{ ChatID: id, SeqID: sequence, ...shown, ...(Edit ? { Edit } : {}) }]
    }),
  }
}

const quoting = alias(message, 'quoting')

/** Whether a message after this id quotes the selected one. */
export const isQuotedAfter = (id: number): SQL =>
  sql`exists (select from ${message} ${quoting} where ${quoting.conversationId} = ${message.conversationId}
    and ${quoting.id} > ${id} and ${quoting.quotedMessageId} = ${message.id})`

function firstThatFit<Sized extends { readonly bytes: number }>(sized: readonly Sized[]): readonly Sized[] {
  let total = 0
  const end = sized.findIndex(({ bytes }, index) => {
    total += bytes
    return index > 0 && total > bytesPerResponse
  })
  return end < 0 ? sized : sized.slice(0, end)
}

/** Reads the texts and the mentions of those of these messages that were edited. */
async function readEditedTexts(database: Database, changed: readonly ChangedMessage[]) {
  const ids = changed.filter(({ editVersion }) => editVersion > 0).map(({ id }) => id)
  if (ids.length === 0) return new Map<number, EditedText>()
  const rows = await database
    .select({ id: message.id, body: message.body, mentions: message.mentions })
    .from(message)
    .where(inArray(message.id, ids))
  return new Map<number, EditedText>(
    rows.map(({ id, body, mentions }) => [id, { Message: body, AtIDs: toWireMentions(mentions) }]),
  )
}

interface EditedText {
  readonly Message: string | null
  readonly AtIDs: string
}
