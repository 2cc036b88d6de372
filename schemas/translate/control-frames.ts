import { command } from '../wire/frames/commands.ts'
import { isConnectedFrame } from '../wire/frames/connected.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { readWireTime } from '../wire/primitives.ts'

/** The signals of control frames. */
export type ControlSignal =
  | { readonly type: 'socket.greeted' }
  | { readonly type: 'socket.login-answered'; readonly code: number }
  | { readonly type: 'socket.kicked-out' }

/**
 * Returns the signal of a control frame; `none` if it only shows that the connection is alive; undefined for any
 * other frame.
 */
export function controlSignal(frame: ServerFrame): ControlSignal | 'none' | undefined {
  switch (frame.Cmd) {
    case command.connected:
      return { type: 'socket.greeted' }
    case command.login:
      return { type: 'socket.login-answered', code: frame.Code }
    case command.forcedLogout:
      return { type: 'socket.kicked-out' }
    case command.heartBeat:
    case command.logout:
      return 'none'
    default:
      return undefined
  }
}

/** Returns the server time in a frame, ms. A duplicate has the time of its first copy (DEC-113). */
export function serverTimeOf(frame: ServerFrame): number | undefined {
  switch (frame.Cmd) {
    case command.connected:
    case command.login:
    case command.heartBeat:
      return readWireTime(frame.Time)
    case command.chatResponse:
    case command.groupChatResponse:
      return frame.IsDuplicated || frame.Code !== 0 ? undefined : readWireTime(frame.TimeStamp)
    default:
      return undefined
  }
}

/** Whether a text frame is the greeting of the server [ENDP-10]. */
export const isGreeting = (text: string): boolean => isConnectedFrame(text)
