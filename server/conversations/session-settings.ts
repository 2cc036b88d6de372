import { and, eq } from 'drizzle-orm'
import type { ConversationKind } from '#schemas/ids.ts'
import type { Services } from '../services.ts'
import { conversationMember } from '../store/schema/index.ts'
import { requireMembership } from './membership.ts'

/** What one person sets for a conversation, for themselves alone [SESS-31 SESS-32]. */
export type OwnSetting = { readonly isPinned: boolean } | { readonly isMuted: boolean }

/** Keeps one's own setting of a conversation one is in. */
export async function changeOwnSetting(
  { database }: Services,
  kind: ConversationKind,
  conversationId: number,
  accountId: number,
  setting: OwnSetting,
): Promise<void> {
  await requireMembership(database, kind, conversationId, accountId)
  await database
    .update(conversationMember)
    .set(setting)
    .where(
      and(eq(conversationMember.conversationId, conversationId), eq(conversationMember.accountId, accountId)),
    )
}
