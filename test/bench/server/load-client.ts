import { WebSocket } from 'ws'
import type { LoadIdentity, Person } from './people.ts'

/** A socket that sends and receives messages. */
export interface LoadClient {
  send(clientMessageId: string): void
  close(): void
}

export interface LoadHandlers {
  /** The server acknowledged a message of this socket. */
  taken(clientMessageId: string): void
  /** The server rejected it. */
  refused(clientMessageId: string): void
  /** A message of another person arrived, in this frame. */
  received(clientMessageId: string, frame: string): void
}

interface ReceivedFrame {
  readonly Cmd: string
  readonly Code?: number
  readonly ClientMsgId?: string
  readonly chat?: { readonly ClientMsgId: string }
  readonly groupchat?: { readonly ClientMsgId: string }
}

export const socketAddress = (address: string): string => `${address.replace(/^http/, 'ws')}/socket`

export const loginFrame = ({ userId, token }: Person): string =>
  JSON.stringify({
    ...{ Cmd: 'Login', UID: userId, Token: token, Lang: 'en-US', Gateway: 'localhost', IsWeb: true },
    ...{ DeviceType: 'web', WSID: 'benchbenchbe' },
  })

/**
 * Connects, signs in if an identity is given, and resolves once messages flow.
 * @param frameOf the frame that sends the message with this client id
 */
export function connectClient(
  address: string,
  identity: LoadIdentity | undefined,
  handlers: LoadHandlers,
  frameOf = (clientMessageId: string) => chatFrame(identity, clientMessageId),
): Promise<LoadClient> {
  const socket = new WebSocket(socketAddress(address), { perMessageDeflate: false })
  const client: LoadClient = {
    send: (clientMessageId) => socket.send(frameOf(clientMessageId)),
    close: () => socket.close(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
    socket.on('message', (data) => {
      const text = data.toString()
      // The server is ours, so the frame is not validated.
      const frame = JSON.parse(text) as ReceivedFrame
      if (frame.Cmd === 'Connected' && !identity) resolve(client)
      if (frame.Cmd === 'Connected' && identity) socket.send(loginFrame(identity.person))
      if (frame.Cmd === 'Login' && frame.Code === 0) resolve(client)
      if (frame.Cmd === 'Login' && frame.Code !== 0) reject(new Error('a login was refused'))
      if (frame.Cmd === 'ChatResponse' || frame.Cmd === 'GroupChatResponse')
        handlers[frame.Code ? 'refused' : 'taken'](frame.ClientMsgId ?? '')
      const message = frame.chat ?? frame.groupchat
      if (message && (frame.Cmd === 'Chat' || frame.Cmd === 'GroupChat'))
        handlers.received(message.ClientMsgId, text)
    })
  })
}

const chatFrame = (identity: LoadIdentity | undefined, clientMessageId: string): string =>
  JSON.stringify({
    ...target(identity),
    UserID: identity?.person.userId ?? 1,
    Message: 'so we meet before the train leaves tomorrow',
    MsgType: 'txt',
    TimeStamp: Date.now(),
    ID: 1,
    ClientMsgId: clientMessageId,
  })

const target = (identity: LoadIdentity | undefined) =>
  identity?.isGroup
    ? { Cmd: 'GroupChat', GroupID: identity.conversation }
    : { Cmd: 'Chat', ChatSessionID: identity?.conversation ?? 1 }
