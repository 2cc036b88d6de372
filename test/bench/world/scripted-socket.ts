import { idAt, lengthOf, messageAt, pictureAt, self, type World } from './world.ts'

/** One connection of the scripted server. */
export interface ScriptedConnection {
  /** Receives a frame of the client. */
  receive(text: string): void
}

/** A frame with one message of the world. */
export const chatFrame = (world: World, id: number): string =>
  JSON.stringify({ Cmd: 'Chat', chat: messageAt(world, id) })

/** A frame with a picture in place of the message's text. */
export const pictureFrame = (world: World, id: number): string =>
  JSON.stringify({ Cmd: 'Chat', chat: { ...messageAt(world, id), ...pictureAt(id) } })

/** A frame that reports a conversation as read on another device. */
export const readFrame = (conversation: number, upTo: number, now: number): string =>
  JSON.stringify({ Cmd: 'ReadChatSelf', ChatSessionID: conversation, ChatID: upTo, TimeStamp: now })

interface SentFrame {
  readonly Cmd: string
  readonly ChatSessionID?: number
  readonly ClientMsgId?: string
}

/** The sequence number that the server gives to a sent message. */
export interface GivenPlace {
  readonly id: number
  readonly sequence: number
}

/** Gives each new message of a conversation the next sequence number. */
export function createNumbering(world: () => World): (conversation: number) => GivenPlace {
  const given = new Map<number, number>()
  return (conversation) => {
    const last = Math.max(given.get(conversation) ?? 0, lengthOf(world(), conversation))
    given.set(conversation, last + 1)
    return { id: idAt(world(), conversation, last + 1), sequence: last + 1 }
  }
}

/** Greets, accepts every login, and acknowledges every message. */
export function connectScripted(
  send: (text: string) => void,
  { now, place }: { readonly now: () => number; readonly place: (conversation: number) => GivenPlace },
): ScriptedConnection {
  const say = (frame: object) => send(JSON.stringify(frame))
  say({ Cmd: 'Connected', Time: now() })
  return {
    receive(text) {
      // Our own client sent the frame, so it is not validated.
      const frame = JSON.parse(text) as SentFrame
      if (frame.Cmd === 'Login') say({ Cmd: 'Login', Code: 0, UID: self.userId, Time: now() })
      if (frame.Cmd === 'HeartBeat') say({ Cmd: 'HeartBeat', Time: now() })
      if (frame.Cmd !== 'Chat') return
      const { ChatSessionID = 0, ClientMsgId } = frame
      const { id, sequence } = place(ChatSessionID)
      const answer = { Cmd: 'ChatResponse', Code: 0, ChatID: id, SeqID: sequence, TimeStamp: now() }
      say({ ...answer, ChatSessionID, ClientMsgId })
    },
  }
}
