import { asc } from 'drizzle-orm'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { Database } from '#server/store/database.ts'
import {
  account,
  applicationReply,
  blockedPerson,
  chatGroup,
  conversation,
  conversationMember,
  draft,
  friendApplication,
  friendship,
  groupApplication,
  message,
  messageReaction,
  storedFile,
} from '#server/store/schema/index.ts'

/** The backend's data that a client should show. */
export interface Truth {
  readonly accounts: readonly (typeof account.$inferSelect)[]
  readonly conversations: readonly (typeof conversation.$inferSelect)[]
  readonly groups: readonly (typeof chatGroup.$inferSelect)[]
  readonly groupApplications: readonly (typeof groupApplication.$inferSelect)[]
  readonly members: readonly (typeof conversationMember.$inferSelect)[]
  /** By conversation, then by sequence number. */
  readonly messages: readonly (typeof message.$inferSelect)[]
  readonly reactions: readonly (typeof messageReaction.$inferSelect)[]
  readonly drafts: readonly (typeof draft.$inferSelect)[]
  readonly files: readonly (typeof storedFile.$inferSelect)[]
  readonly friendships: readonly (typeof friendship.$inferSelect)[]
  readonly blocks: readonly (typeof blockedPerson.$inferSelect)[]
  readonly applications: readonly (typeof friendApplication.$inferSelect)[]
  readonly applicationReplies: readonly (typeof applicationReply.$inferSelect)[]
}

export async function readTruth(database: Database): Promise<Truth> {
  return {
    accounts: await database.select().from(account).orderBy(asc(account.id)),
    conversations: await database.select().from(conversation).orderBy(asc(conversation.id)),
    groups: await database.select().from(chatGroup),
    groupApplications: await database.select().from(groupApplication),
    members: await database.select().from(conversationMember),
    messages: await database
      .select()
      .from(message)
      .orderBy(asc(message.conversationId), asc(message.sequence)),
    reactions: await database.select().from(messageReaction),
    drafts: await database.select().from(draft),
    files: await database.select().from(storedFile),
    friendships: await database.select().from(friendship),
    blocks: await database.select().from(blockedPerson).orderBy(asc(blockedPerson.id)),
    applications: await database.select().from(friendApplication).orderBy(asc(friendApplication.id)),
    applicationReplies: await database.select().from(applicationReply).orderBy(asc(applicationReply.id)),
  }
}

/** The clients' name for a conversation of the backend. */
export function nameOf(truth: Truth, wireId: number): ConversationId {
  const kind = truth.conversations.find(({ id }) => id === wireId)?.kind ?? 'direct'
  return conversationId(kind, wireId)
}
