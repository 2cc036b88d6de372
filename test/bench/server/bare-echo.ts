import { createServer } from 'node:http'
import { join } from 'node:path'
import { type WebSocket, WebSocketServer } from 'ws'
import { openPglite } from '#server/store/prepared-pglite.ts'
import { account, conversation, message } from '#server/store/schema/index.ts'

/**
 * The minimum of a message server: a socket, the row in the same database, and the frame to the other socket. It has no
 * sign-in, sends no requests and keeps no order. Every two sockets form a pair, in the order of connecting. With
 * BATCHES=1 it inserts what has arrived during an insert by one statement, as the server does.
 */
const { database } = await openPglite(join(process.env.DATA_DIR ?? '.', 'db'))
const [person] = await database
  .insert(account)
  .values({ telCode: '86', phone: '1', chatId: 'bare', nickname: 'Bare', createdAt: 0, lastSeenAt: 0 })
  .returning({ id: account.id })
const senderId = person?.id ?? 0
const [place] = await database
  .insert(conversation)
  .values({ createdAt: 0 })
  .returning({ id: conversation.id })
const conversationId = place?.id ?? 0

let sequence = 0
const waiting: WebSocket[] = []
const partners = new Map<WebSocket, WebSocket>()

type NewMessage = typeof message.$inferInsert
const insert = (values: NewMessage[]) => database.insert(message).values(values)

interface Batch {
  readonly values: NewMessage[]
  readonly inserted: Promise<unknown>
}

let inserting: Promise<unknown> = Promise.resolve()
/** The messages that wait for the running insert. */
let next: Batch | undefined

/** Inserts a message with the others that wait for the running insert. */
function insertInBatch(value: NewMessage): Promise<unknown> {
  if (next === undefined) {
    const values: NewMessage[] = []
    const inserted = inserting.then(() => {
      next = undefined
      return insert(values)
    })
    next = { values, inserted }
    inserting = inserted
  }
  next.values.push(value)
  return next.inserted
}

const store =
  process.env.BATCHES === '1' ? insertInBatch : async (value: NewMessage): Promise<unknown> => insert([value])

async function take(from: WebSocket, text: string): Promise<void> {
  // The bench's own client wrote it, so it is not validated.
  const { ClientMsgId, Message } = JSON.parse(text) as { ClientMsgId: string; Message: string }
  sequence += 1
  const values = { conversationId, senderId, sequence, clientMessageId: ClientMsgId, body: Message }
  await store({ ...values, type: 'txt', sentAt: Date.now() })
  from.send(JSON.stringify({ Cmd: 'ChatResponse', ClientMsgId }))
  partners.get(from)?.send(JSON.stringify({ Cmd: 'Chat', chat: { ClientMsgId, Message } }))
}

const http = createServer()
const sockets = new WebSocketServer({ server: http, path: '/socket', perMessageDeflate: false })
sockets.on('connection', (socket) => {
  const partner = waiting.pop()
  if (partner) {
    partners.set(partner, socket)
    partners.set(socket, partner)
  } else waiting.push(socket)
  socket.on('close', () => {
    const at = waiting.indexOf(socket)
    if (at >= 0) waiting.splice(at, 1)
  })
  socket.on('message', (data) => void take(socket, data.toString()))
  socket.send(JSON.stringify({ Cmd: 'Connected' }))
})
http.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.stdout.write(`Ready: http://localhost:${port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
