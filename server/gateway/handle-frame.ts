import { resultCode } from '#schemas/result-codes.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { authenticate, isSessionOpen, type Principal } from '../accounts/sign-in-sessions.ts'
import { refusalEnvelope } from '../calls/dispatch.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { deleteMessage } from '../conversations/delete-message.ts'
import { toWireTimer } from '../conversations/message-rows.ts'
import { sendMessage } from '../conversations/send-message.ts'
import { type Connection, closeCode, type FrameHandler } from './connection.ts'
import { passTyping } from './typing.ts'

type FrameOf<Cmd extends ClientFrame['Cmd']> = Extract<ClientFrame, { Cmd: Cmd }>

/** How long before its access token expires a connection is asked to log in with a fresh one, ms. */
const askBefore = 2 * 60_000

/** Signed-in connections of one account. */
const maxConnections = 200

export const frameHandler: FrameHandler = {
  send: (connection, principal, frame) =>
    frame.Cmd === 'Chat' ? chat(connection, principal, frame) : groupChat(connection, principal, frame),
  async handle(connection, frame) {
    if (frame.Cmd === 'Login') return logIn(connection, frame)
    const { principal } = connection
    if (!principal) return
    switch (frame.Cmd) {
      case 'HeartBeat':
        return beat(connection, principal)
      case 'DeleteChat':
        return deleteChat(connection, principal, frame)
      case 'DeleteGroupChat':
        return deleteGroupChat(connection, principal, frame)
      case 'Typing':
        return passTyping(connection.services, principal.accountId, frame)
      case 'UnSubscribe':
        // Former members get no frames of the group anyway.
        return
      case 'Logout':
        connection.sendFrame({ Cmd: 'Logout', Code: 0, UID: principal.accountId })
        return connection.end(closeCode.normal)
    }
  },
}

async function logIn(connection: Connection, frame: FrameOf<'Login'>): Promise<void> {
  const { services } = connection
  const { address } = connection
  if (address !== undefined && (await services.limits.waitFor('loginPerAddress', address)) > 0)
    return connection.end(closeCode.tryAgainLater)
  // A connection keeps one identity for its life.
  const isOther = connection.principal !== undefined && connection.principal.accountId !== frame.UID
  const principal = isOther ? undefined : await authenticate(services, frame.UID, frame.Token)
  if (principal?.sessionKind !== 'full') return connection.refuseLogin(frame.UID, frame.Lang)
  if (connection.isEnded) return
  // Wrong logins take no tokens from those of others.
  const waits = [
    await services.limits.waitFor('loginPerAccount', principal.accountId),
    await services.limits.waitFor('loginPerServer', 'all'),
  ]
  if (waits.some((wait) => wait > 0)) return connection.end(closeCode.tryAgainLater)
  const isOpen = connection.principal !== undefined
  if (!isOpen && (await services.connections.count(principal.accountId)) >= maxConnections)
    return connection.end(closeCode.tryAgainLater)
  // The connection may have ended during the checks.
  if (connection.isEnded) return
  connection.signIn(principal, frame.Lang)
  // The session may have been revoked while its token was looked up, before this connection was registered.
  if (!(await isSessionOpen(services, principal.sessionId)))
    services.connections.endSession(principal.sessionId, 'forced')
}

/**
 * Answers a heartbeat. A connection lives as long as the access token of its login. Before that expires the client is
 * asked for another login, whose token only the refresh token of its session buys (DEC-192).
 */
function beat(connection: Connection, { expiresAt }: Principal): void {
  const now = connection.services.clock.now()
  connection.sendFrame({ Cmd: 'HeartBeat', Time: now })
  if (expiresAt - now <= askBefore) connection.askForLogin()
}

async function chat(
  connection: Connection,
  principal: Principal,
  frame: FrameOf<'Chat'>,
): Promise<ServerFrameInput> {
  const { ClientMsgId, ChatSessionID } = frame
  const named = { Cmd: 'ChatResponse', ClientMsgId, ChatSessionID } as const
  try {
    if (frame.UserID !== principal.accountId) throw new CallRefusal(resultCode.forbidden, 'forbidden')
    const sent = await sendMessage(connection.services, {
      kind: 'direct',
      senderId: principal.accountId,
      conversationId: ChatSessionID,
      text: frame.Message,
      type: frame.MsgType,
      clientMessageId: ClientMsgId,
      quotedMessageId: frame.QuoteChatID,
      connectionId: connection.id,
      isConnectionEnded: () => connection.isEnded,
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

// A refusal gets no response: the client treats a missing echo as one (DEC-20).
async function deleteChat(
  connection: Connection,
  principal: Principal,
  frame: FrameOf<'DeleteChat'>,
): Promise<void> {
  if (frame.UserID !== principal.accountId) return
  try {
    await deleteMessage(connection.services, 'direct', principal.accountId, frame.ChatSessionID, frame.ChatID)
  } catch (cause) {
    if (!(cause instanceof CallRefusal)) throw cause
  }
}

/** Sends a message to a group; resolves with the response [SOCK-40]. */
async function groupChat(
  connection: Connection,
  principal: Principal,
  frame: FrameOf<'GroupChat'>,
): Promise<ServerFrameInput> {
  const { ClientMsgId, GroupID } = frame
  const named = { Cmd: 'GroupChatResponse', ClientMsgId, GroupID } as const
  try {
    if (frame.UserID !== principal.accountId) throw new CallRefusal(resultCode.forbidden, 'forbidden')
    const sent = await sendMessage(connection.services, {
      kind: 'group',
      senderId: principal.accountId,
      conversationId: GroupID,
      text: frame.Message,
      type: frame.MsgType,
      clientMessageId: ClientMsgId,
      quotedMessageId: frame.QuoteGroupChatID,
      mentions: frame.AtIDs,
      connectionId: connection.id,
      isConnectionEnded: () => connection.isEnded,
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

/** A refusal gets no response: the client treats a missing echo as one (DEC-20). */
async function deleteGroupChat(
  connection: Connection,
  principal: Principal,
  frame: FrameOf<'DeleteGroupChat'>,
): Promise<void> {
  if (frame.UserID !== principal.accountId) return
  try {
    await deleteMessage(connection.services, 'group', principal.accountId, frame.GroupID, frame.GroupChatID)
  } catch (cause) {
    if (!(cause instanceof CallRefusal)) throw cause
  }
}

/**
 * Returns the response to a message that was not stored: the reason in the person's language, and when to retry, ms
 * (SOCK-40).
 */
function refusedSend({ services, locale }: Connection, cause: unknown, detail: ClientFrame['Cmd']) {
  const { Code, Msg } = refusalEnvelope(services, locale, cause, detail)
  const wait = cause instanceof CallRefusal ? cause.data?.RetryAfter : undefined
  return { Code, Msg, ...(wait !== undefined && { RetryAfter: wait }) }
}
