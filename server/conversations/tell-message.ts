import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { type Membership, memberIdsOf } from './membership.ts'
import { type MessageRow, toWireMessage } from './message-rows.ts'

/** Who hears of a conversation's messages, and the group they stand in. */
export interface Audience {
  readonly accountIds: readonly number[]
  readonly group: Membership['group']
}

/** Everybody in the conversation of a member, that member included; inside the transaction that stores. */
export async function findAudience(
  transaction: Database,
  { conversationId, accountId, peerId, group }: Membership,
): Promise<Audience> {
  if (!group) return { accountIds: peerId === null ? [accountId] : [peerId, accountId], group }
  return { accountIds: await memberIdsOf(transaction, conversationId), group }
}

/** Tells everybody of a stored message, but for the connection it came by, which gets a response instead. */
export function tellMessage(
  services: Services,
  row: MessageRow,
  { accountIds, group }: Audience,
  exceptConnectionId?: number,
): void {
  const to = exceptConnectionId === undefined ? { accountIds } : { accountIds, exceptConnectionId }
  services.connections.deliver(to, group ? groupFrame(row, group) : directFrame(row))
}

const directFrame = (row: MessageRow): ServerFrameInput => ({
  Cmd: 'Chat',
  chat: { ...toWireMessage(row, 'direct', row.message.sentAt), ChatSessionID: row.message.conversationId },
})

const groupFrame = (row: MessageRow, group: NonNullable<Audience['group']>): ServerFrameInput => ({
  Cmd: 'GroupChat',
  GroupID: row.message.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  GroupInfo: group.announcement,
  groupchat: toWireMessage(row, 'group', row.message.sentAt),
})
