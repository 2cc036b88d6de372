import { createRxDatabase } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { chatFrame } from '../world/scripted-socket.ts'
import { createWorld } from '../world/world.ts'

/** Documents in one write, as many as one write of our log has at most. */
const batch = 500

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 20 },
    conversation: { type: 'integer', minimum: 0, maximum: 1_000_000, multipleOf: 1 },
    sequence: { type: 'integer', minimum: 0, maximum: 10_000_000, multipleOf: 1 },
    sender: { type: 'integer' },
    text: { type: 'string' },
    sentAt: { type: 'integer' },
  },
  required: ['id', 'conversation', 'sequence', 'sender', 'text', 'sentAt'],
  indexes: [['conversation', 'sequence']],
}

const documentOf = (frame) => {
  const { chat } = JSON.parse(frame)
  return {
    id: String(chat.ID),
    conversation: chat.ChatSessionID,
    sequence: chat.SeqID,
    sender: chat.UserID,
    text: chat.Message,
    sentAt: chat.TimeStamp,
  }
}

/** Ingests messages as indexed documents on disk. Returns ms. */
window.takeIn = async (count) => {
  const world = createWorld(count, Date.now())
  const frames = Array.from({ length: count }, (_, at) => chatFrame(world, at + 1))
  const database = await createRxDatabase({ name: 'bench', storage: getRxStorageDexie() })
  const { messages } = await database.addCollections({ messages: { schema } })
  const start = performance.now()
  for (let from = 0; from < frames.length; from += batch) {
    const { error } = await messages.bulkInsert(frames.slice(from, from + batch).map(documentOf))
    if (error.length > 0) throw new Error(`${error.length} documents were refused`)
  }
  const duration = performance.now() - start
  await database.close()
  return duration
}
