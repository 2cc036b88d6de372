import type { SocketHandlers, SocketPort } from '#streams/ports.ts'

/** The WebSocket port. Ignores frames that are not text, and calls no handler after `closed`. */
export const browserSocket: SocketPort = {
  connect: (url, handlers) => {
    const socket = openSocket(url, handlers)
    return {
      send: (text) => {
        if (socket?.readyState === WebSocket.OPEN) socket.send(text)
      },
      close: (code) => socket?.close(code),
    }
  },
}

/** An address the browser refuses closes like one that cannot be reached, after the caller has its connection. */
const openSocket = (url: string, handlers: SocketHandlers): WebSocket | undefined => {
  try {
    const socket = new WebSocket(url)
    socket.onopen = () => handlers.opened()
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') handlers.received(data)
    }
    socket.onclose = ({ code, wasClean }) => handlers.closed({ code, isClean: wasClean })
    return socket
  } catch {
    queueMicrotask(() => handlers.closed({ code: 1006, isClean: false }))
    return undefined
  }
}
