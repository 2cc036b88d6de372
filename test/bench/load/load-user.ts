import { callerAt, type Person } from '../server/people.ts'
import { startReconnecting } from '../server/reconnecting-client.ts'

/** A user with a socket that reconnects as our client does. */
export interface LoadUser {
  readonly person: Person
  /** The conversation with their friend. */
  readonly conversation: number
  readonly groups: number[]
  /** Sends a frame; false without a connection. */
  send(frame: object): boolean
  call<Data>(path: string, fields: object): Promise<Data>
  /** Loses the connection without a close frame. */
  drop(): void
  stop(): void
}

/** The parts of a frame that users look at. */
export interface ReceivedFrame {
  readonly Cmd: string
  readonly Code?: number
  readonly Msg?: string
  readonly ClientMsgId?: string
  readonly chat?: ReceivedMessage
  readonly groupchat?: ReceivedMessage
}
interface ReceivedMessage {
  readonly ID: number
  readonly ClientMsgId: string
}

export interface UserHandlers {
  received(user: LoadUser, frame: ReceivedFrame): void
  /** The user is connected again and has their list. */
  back(user: LoadUser, droppedAt: number): void
  failed(cause: unknown): void
}

/** Connects a user. Resolves when they are signed in and have their list. */
export function openUser(
  address: string,
  { person, conversation }: Pick<LoadUser, 'person' | 'conversation'>,
  handlers: UserHandlers,
): Promise<LoadUser> {
  const caller = callerAt(address, person)
  let droppedAt: number | undefined
  return new Promise((resolve, reject) => {
    const client = startReconnecting(address, person, {
      trying: () => {},
      // The server is ours, so the frame is not validated.
      received: (text) => handlers.received(user, JSON.parse(text) as ReceivedFrame),
      back() {
        if (droppedAt !== undefined) handlers.back(user, droppedAt)
        droppedAt = undefined
        resolve(user)
      },
      failed(cause) {
        handlers.failed(cause)
        reject(cause)
      },
    })
    const user: LoadUser = {
      person,
      conversation,
      groups: [],
      call: (path, fields) => caller.call(path, fields),
      send: (frame) => client.send(JSON.stringify(frame)),
      drop() {
        droppedAt ??= performance.now()
        client.drop()
      },
      stop: () => client.stop(),
    }
  })
}
