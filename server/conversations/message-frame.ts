import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { OutgoingFrame } from '../gateway/connection-registry.ts'
import type { Audience } from './membership.ts'
import { type MessageRow, toWireMessage } from './message-rows.ts'

/** The frame of a stored message for all members, except the connection it came from, which gets a response instead. */
export const messageFrame = (
  row: MessageRow,
  { accountIds, group }: Audience,
  exceptConnectionId?: number,
): OutgoingFrame => ({
  to: exceptConnectionId === undefined ? { accountIds } : { accountIds, exceptConnectionId },
  frame: group ? groupFrame(row, group) : directFrame(row),
})

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
