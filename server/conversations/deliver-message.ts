import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Services } from '../services.ts'
import type { Audience } from './membership.ts'
import { type MessageRow, toWireMessage } from './message-rows.ts'

/** Sends a stored message to all members, except to the connection it came from, which gets a response instead. */
export function deliverMessage(
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
