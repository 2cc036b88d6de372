import { resultCode } from '#schemas/result-codes.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { type Caller, findCaller, isSessionOpen, issueAccessToken } from '../accounts/sign-in-sessions.ts'
import { refusedAnswer } from '../calls/dispatch.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { deleteMessage } from '../conversations/delete-message.ts'
import { toWireTimer } from '../conversations/message-rows.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { type Connection, closeCode, type FrameHandler } from './connection.ts'

type FrameOf<Cmd extends ClientFrame['Cmd']> = Extract<ClientFrame, { Cmd: Cmd }>

/** A token that runs out within this many ms is replaced at the next heartbeat. */
const renewBefore = 2 * 60_000

export const frameHandler: FrameHandler = {
  send: (connection, caller, frame) =>
    frame.Cmd === 'Chat' ? chat(connection, caller, frame) : groupChat(connection, caller, frame),
  async handle(connection, frame) {
    if (frame.Cmd === 'Login') return logIn(connection, frame)
    const { caller } = connection
    if (!caller) return
    switch (frame.Cmd) {
      case 'HeartBeat':
        return beat(connection, caller)
      case 'DeleteChat':
        return deleteChat(connection, caller, frame)
      case 'DeleteGroupChat':
        return deleteGroupChat(connection, caller, frame)
      case 'UnSubscribe':
        // Former members get no frames of the group anyway.
        return
      case 'Logout':
        connection.sendFrame({ Cmd: 'Logout', Code: 0, UID: caller.accountId })
        return connection.end(closeCode.normal)
    }
  },
}

async function logIn(connection: Connection, frame: FrameOf<'Login'>): Promise<void> {
  const { services } = connection
  if ((await services.limits.waitFor('loginPerServer', 'all')) > 0)
    return connection.end(closeCode.tryAgainLater)
  // A connection has one identity for its life.
  const isOther = connection.caller !== undefined && connection.caller.accountId !== frame.UID
  const caller = isOther ? undefined : await findCaller(services, frame.UID, frame.Token)
  if (caller?.sessionKind !== 'full') return connection.refuseLogin(frame.UID, frame.Lang)
  if (connection.isEnded) return
  connection.signIn(caller, frame.Lang)
  await endIfRevoked(connection, caller)
}

// The session may have been revoked while its token was being looked up, too early for this connection to be found.
async function endIfRevoked(connection: Connection, caller: Caller): Promise<boolean> {
  if (await isSessionOpen(connection.services, caller.sessionId)) return false
  connection.services.connections.endSession(caller.sessionId, 'forced')
  return true
}

async function beat(connection: Connection, caller: Caller): Promise<void> {
  const { services } = connection
  const now = services.clock.now()
  connection.sendFrame({ Cmd: 'HeartBeat', Time: now })
  if (caller.expiresAt - now > renewBefore) return
  if (await endIfRevoked(connection, caller)) return
  const fresh = await issueAccessToken(services, services.database, caller.sessionId)
  connection.renew(fresh.expiresAt)
  connection.sendFrame({ Cmd: 'UpdateToken', Token: fresh.token })
}

async function chat(
  connection: Connection,
  caller: Caller,
  frame: FrameOf<'Chat'>,
): Promise<ServerFrameInput> {
  const { ClientMsgId, ChatSessionID } = frame
  const named = { Cmd: 'ChatResponse', ClientMsgId, ChatSessionID } as const
  try {
    if (frame.UserID !== caller.accountId) throw new CallRefusal(resultCode.forbidden, 'forbidden')
    const sent = await sendMessage(connection.services, {
      kind: 'direct',
      senderId: caller.accountId,
      conversationId: ChatSessionID,
      text: frame.Message,
      type: frame.MsgType,
      clientMessageId: ClientMsgId,
      quotedMessageId: frame.QuoteChatID,
      connectionId: connection.id,
      isGone: () => connection.isEnded,
    })
    return {
      ...named,
      Code: resultCode.ok,
      ChatID: sent.id,
      SeqID: sent.sequence,
      TimeStamp: sent.sentAt,
      ...toWireTimer(sent),
      IsDuplicated: sent.isDuplicated,
    }
  } catch (cause) {
    return { ...named, ...refusedSend(connection, cause, 'Chat') }
  }
}

// A refusal is not answered: the asking client takes a missing echo for one (DEC-20).
async function deleteChat(
  connection: Connection,
  caller: Caller,
  frame: FrameOf<'DeleteChat'>,
): Promise<void> {
  if (frame.UserID !== caller.accountId) return
  try {
    await deleteMessage(connection.services, 'direct', caller.accountId, frame.ChatSessionID, frame.ChatID)
  } catch (cause) {
    if (!(cause instanceof CallRefusal)) throw cause
  }
}

/** Sends a message to a group; resolves with the answer how that went [SOCK-40]. */
async function groupChat(
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
async function deleteGroupChat(
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

/** What is answered to a message that is not stored: why, in the person's language, and when to try again, ms (SOCK-40). */
function refusedSend({ services, locale }: Connection, cause: unknown, detail: ClientFrame['Cmd']) {
  const { Code, Msg } = refusedAnswer(services, locale, cause, detail)
  const wait = cause instanceof CallRefusal ? cause.data?.RetryAfter : undefined
  return { Code, Msg, ...(wait !== undefined && { RetryAfter: wait }) }
}
