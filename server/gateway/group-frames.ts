import { resultCode } from '#schemas/result-codes.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Caller } from '../accounts/sign-in-sessions.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { deleteMessage } from '../conversations/delete-message.ts'
import { sendMessage } from '../conversations/send-message.ts'
import type { Connection } from './connection.ts'
import { refusedSend } from './refused-send.ts'

type FrameOf<Cmd extends ClientFrame['Cmd']> = Extract<ClientFrame, { Cmd: Cmd }>

/** Sends a message to a group; resolves with the answer how that went [SOCK-40]. */
export async function groupChat(
  connection: Connection,
  caller: Caller,
  frame: FrameOf<'GroupChat'>,
): Promise<ServerFrameInput> {
  const { ClientMsgId, GroupID } = frame
  const named = { Cmd: 'GroupChatResponse', ClientMsgId, GroupID } as const
  try {
    if (frame.UserID !== caller.accountId) throw new CallRefusal(resultCode.forbidden, 'forbidden')
    const sent = await sendMessage(connection.services, {
      kind: 'group',
      senderId: caller.accountId,
      conversationId: GroupID,
      text: frame.Message,
      type: frame.MsgType,
      clientMessageId: ClientMsgId,
      quotedMessageId: frame.QuoteGroupChatID,
      mentions: frame.AtIDs,
      connectionId: connection.id,
      isGone: () => connection.isEnded,
    })
    return {
      ...named,
      Code: resultCode.ok,
      GroupChatID: sent.id,
      SeqID: sent.sequence,
      TimeStamp: sent.sentAt,
      IsDuplicated: sent.isDuplicated,
    }
  } catch (cause) {
    return { ...named, ...refusedSend(connection, cause, 'GroupChat') }
  }
}

/** A refusal is not answered: the asking client takes a missing echo for one (DEC-20). */
export async function deleteGroupChat(
  connection: Connection,
  caller: Caller,
  frame: FrameOf<'DeleteGroupChat'>,
): Promise<void> {
  if (frame.UserID !== caller.accountId) return
  try {
    await deleteMessage(connection.services, 'group', caller.accountId, frame.GroupID, frame.GroupChatID)
  } catch (cause) {
    if (!(cause instanceof CallRefusal)) throw cause
  }
}
