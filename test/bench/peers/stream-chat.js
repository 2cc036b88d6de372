import { StreamChat } from 'stream-chat'
import { feed } from '../pages/feeding.ts'
import { conversationCount, conversationOf, createWorld, peerOf, textOf } from '../world/world.ts'

/** A frame in the format of their socket. */
const frameOf = (world, id) => {
  const channel = `c${conversationOf(world, id)}`
  const user = { id: `u${peerOf(conversationOf(world, id))}`, name: 'Person' }
  const at = new Date(world.firstAt + id * world.spacing).toISOString()
  const place = { cid: `messaging:${channel}`, channel_id: channel, channel_type: 'messaging' }
  const message = { id: `m${id}`, cid: place.cid, type: 'regular', text: textOf(id), user }
  return JSON.stringify({
    ...place,
    type: 'message.new',
    created_at: at,
    user,
    message: { ...message, created_at: at, updated_at: at, attachments: [], mentioned_users: [] },
  })
}

/** Ingests messages in memory as their client does: parsed, ordered, counted as unread. Returns ms. */
window.takeIn = async (count) => {
  const world = createWorld(count, Date.now())
  const frames = Array.from({ length: count }, (_, at) => frameOf(world, at + 1))
  const client = new StreamChat('bench', { isLocalUnreadCountEnabled: true })
  client.userID = 'self'
  client.user = { id: 'self' }
  client.userToken = 'token'
  // Simulates an established connection.
  client.wsConnection = { connectionID: 'bench' }
  client.wsPromise = Promise.resolve()
  const channels = Array.from({ length: conversationCount }, (_, at) => {
    const channel = client.channel('messaging', `c${at + 1}`)
    channel.initialized = true
    return channel
  })
  const start = performance.now()
  await feed(frames, (data) => client.dispatchEvent(JSON.parse(data)))
  const duration = performance.now() - start
  const held = channels.reduce((sum, { state }) => sum + state.messages.length, 0)
  const unread = channels.reduce((sum, { state }) => sum + state.unreadCount, 0)
  if (held !== count || unread !== count) throw new Error(`it holds ${held} and ${unread} unread of ${count}`)
  return duration
}
