import { createClient, MemoryStore, RoomEvent } from 'matrix-js-sdk'
import { conversationCount, conversationOf, createWorld, peerOf, textOf } from '../world/world.ts'

/** Messages in one response, as many as one write of our log has at most. */
const batch = 500

const eventOf = (world, id) => ({
  type: 'm.room.message',
  event_id: `$m${id}`,
  sender: `@u${peerOf(conversationOf(world, id))}:bench`,
  origin_server_ts: world.firstAt + id * world.spacing,
  content: { msgtype: 'm.text', body: textOf(id) },
})
const joined = (timeline, counts = {}) => ({
  timeline: { events: timeline, limited: false, prev_batch: 'p' },
  state: { events: [] },
  account_data: { events: [] },
  ephemeral: { events: [] },
  unread_notifications: { notification_count: 0, highlight_count: 0, ...counts },
})
const membership = (user) => ({
  type: 'm.room.member',
  event_id: `$${user}${Math.random()}`,
  sender: user,
  state_key: user,
  origin_server_ts: 1,
  content: { membership: 'join', displayname: user },
})

/** The responses of their long poll: the rooms, then the messages in batches. */
function* answersOf(world, count) {
  const rooms = {}
  for (let one = 1; one <= conversationCount; one += 1) {
    const state = [membership('@self:bench'), membership(`@u${peerOf(one)}:bench`)]
    rooms[`!c${one}:bench`] = { ...joined([]), state: { events: state } }
  }
  yield JSON.stringify({ next_batch: 'b0', rooms: { join: rooms } })
  for (let from = 1; from <= count; from += batch) {
    const join = {}
    for (let id = from; id < Math.min(count + 1, from + batch); id += 1) {
      const room = `!c${conversationOf(world, id)}:bench`
      join[room] ??= joined([], { notification_count: id })
      join[room].timeline.events.push(eventOf(world, id))
    }
    yield JSON.stringify({ next_batch: `b${from}`, rooms: { join } })
  }
}

/** Ingests messages in memory as their client does, over their long poll without a network. Returns ms. */
window.takeIn = async (count) => {
  const world = createWorld(count, Date.now())
  const [rooms, ...messages] = [...answersOf(world, count)]
  let next = 0
  let begin = () => {}
  const begun = new Promise((resolve) => {
    begin = resolve
  })
  const fetchFn = async (url) => {
    const { pathname } = new URL(url)
    const answer = (text) =>
      new Response(text, { status: 200, headers: { 'Content-Type': 'application/json' } })
    if (pathname.endsWith('/versions')) return answer('{"versions":["v1.11"],"unstable_features":{}}')
    if (pathname.endsWith('/filter')) return answer('{"filter_id":"1"}')
    if (pathname.includes('/pushrules')) return answer('{"global":{}}')
    if (!pathname.endsWith('/sync')) return answer('{}')
    next += 1
    if (next === 1) return answer(rooms)
    await begun
    // After the last batch the long poll stays pending.
    return messages[next - 2] === undefined ? new Promise(() => {}) : answer(messages[next - 2])
  }
  const client = createClient({
    baseUrl: 'https://bench.invalid',
    userId: '@self:bench',
    accessToken: 'token',
    store: new MemoryStore(),
    fetchFn,
  })
  let heard = 0
  const all = new Promise((resolve) => {
    client.on(RoomEvent.Timeline, (event) => {
      if (event.getType() !== 'm.room.message') return
      heard += 1
      if (heard === count) resolve()
    })
  })
  const ready = new Promise((resolve) => {
    client.on('sync', (state) => (state === 'PREPARED' || state === 'SYNCING') && resolve())
  })
  await client.startClient({ initialSyncLimit: 1 })
  await ready
  const start = performance.now()
  begin()
  await all
  const duration = performance.now() - start
  client.stopClient()
  return duration
}
