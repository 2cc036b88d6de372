import { command } from '#schemas/wire/frames/commands.ts'
import { isConnectedFrame } from '#schemas/wire/frames/connected.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import { readWireTime } from '#schemas/wire/primitives.ts'

/** Signals about a connection. */
export type SocketSignal =
  | { readonly type: 'socket.opened' }
  | { readonly type: 'socket.greeted' }
  /** The first frame was not the greeting [ENDP-12]. */
  | { readonly type: 'socket.misgreeted' }
  | { readonly type: 'socket.login-answered'; readonly code: number }
  | { readonly type: 'socket.kicked-out' }
  | { readonly type: 'socket.closed'; readonly code: number; readonly isClean: boolean }
  /** A frame is queued and there is no connection [LIFE-04]. */
  | { readonly type: 'socket.wanted' }

/**
 * Returns the signal of a control frame; `none` if it only shows that the connection is alive; undefined for any
 * other frame.
 */
export function controlSignal(frame: ServerFrame): SocketSignal | 'none' | undefined {
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
