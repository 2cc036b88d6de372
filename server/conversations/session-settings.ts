import type { ConversationKind } from '#schemas/ids.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { lookAgain } from '../groups/group-frames.ts'
import type { Services } from '../services.ts'
import { conversationMember } from '../store/schema/index.ts'
import { isSide, requireMembership } from './membership.ts'

/** What one person sets for a conversation, for themselves alone [SESS-31 SESS-32]. */
export type OwnSetting = { readonly isPinned: boolean } | { readonly isMuted: boolean }

/** Keeps one's own setting of a conversation one is in, on all of one's devices. */
export async function changeOwnSetting(
  { database, connections }: Services,
  kind: ConversationKind,
  conversationId: number,
  accountId: number,
  setting: OwnSetting,
): Promise<void> {
  const { group, peerId } = await requireMembership(database, kind, conversationId, accountId)
  await database.update(conversationMember).set(setting).where(isSide(conversationId, accountId))
  // No frame says what was set: this one has the person's other devices look (DEC-111).
  const frame: ServerFrameInput = group
    ? lookAgain(group)
    : { Cmd: 'NewChatSession', FriendID: peerId ?? 0, ChatSessionID: conversationId }
  connections.deliver({ accountIds: [accountId] }, frame)
}
