import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The minimum of a group chat: every socket gets the frames of the others, unread and unchanged. It has no sign-in, no
 * members and no database.
 */
const http = createServer()
const sockets = new WebSocketServer({ server: http, path: '/socket', perMessageDeflate: false })

function broadcast(from: WebSocket, text: string): void {
  for (const socket of sockets.clients) if (socket !== from) socket.send(text)
}

sockets.on('connection', (socket) => {
  socket.on('message', (data) => broadcast(socket, data.toString()))
  socket.send(JSON.stringify({ Cmd: 'Connected' }))
})
http.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.stdout.write(`Ready: http://localhost:${port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
