// Breaks parts of a cluster during a burst of messages. Then checks that each acknowledged message is stored once, in
// order, and has arrived.
import { WebSocket } from 'ws'
import { befriend, callAs, newClientId, signUp } from '../abuse/people.mjs'
import { freePort } from '../local-services.mjs'
import { startCluster } from './nodes.mjs'

/** The maximum number of messages that a sender has in flight. */
const mostInFlight = 16
/** The messages that one sender sends, fewer than the rate limit of an account. */
const perPair = 500
/** The time after which an unacknowledged message is sent again, and a silent socket is closed, ms. */
const silenceLimit = 3_000
/** The goal for the longest outage of a client, ms. */
const outageGoal = 3_000
/** The time limit of a burst, ms. */
const burstLimit = 180_000

const wait = (duration) => new Promise((resolve) => setTimeout(resolve, duration))

/** A person with a socket that connects again whenever it closes. The proxy chooses the node. */
class Client {
  constructor(url, person) {
    this.url = url
    this.person = person
    this.frames = []
    this.outages = []
    this.listeners = new Set()
    this.isStopped = false
    this.connect()
  }

  connect() {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/socket`, { handshakeTimeout: 1_000 })
    this.socket = socket
    this.isOpen = false
    let lastFrameAt = performance.now()
    // A paused node answers no heartbeat. The app closes a silent socket in the same way.
    const heartbeat = setInterval(() => {
      if (performance.now() - lastFrameAt > silenceLimit) socket.terminate()
      else if (this.isOpen) this.send({ Cmd: 'HeartBeat', UID: this.person.id })
    }, 500)
    socket.on('message', (data) => {
      lastFrameAt = performance.now()
      const frame = JSON.parse(String(data))
      if (frame.Cmd === 'Connected') this.logIn()
      if (frame.Cmd === 'Login' && frame.Code === 0) this.opened()
      this.frames.push(frame)
      for (const listener of this.listeners) listener(frame)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(heartbeat)
      if (this.isOpen) this.lostAt = performance.now()
      this.isOpen = false
      if (!this.isStopped) setTimeout(() => this.connect(), 100)
    })
  }

  logIn() {
    const { id, token } = this.person
    this.send({
      ...{ Cmd: 'Login', UID: id, Token: token, Lang: 'en-US', Gateway: 'localhost', IsWeb: true },
      ...{ DeviceType: 'web', WSID: 'abcdefghijkl' },
    })
  }

  opened() {
    if (this.lostAt !== undefined) this.outages.push(performance.now() - this.lostAt)
    this.lostAt = undefined
    this.isOpen = true
    for (const listener of this.listeners) listener({ Cmd: 'opened' })
  }

  send(frame) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame))
  }

  stop() {
    this.isStopped = true
    this.socket.terminate()
  }
}

/** Sends messages to a conversation, each again with the same id until it is acknowledged. */
const sendAll = (client, conversation, count, onAcknowledged) =>
  new Promise((resolve) => {
    const waiting = Array.from({ length: count }, (_, index) => ({
      id: newClientId(),
      text: `message ${index}`,
    }))
    const sending = new Map()
    const acknowledged = []
    const send = (message) => {
      sending.set(message.id, { message, sentAt: performance.now() })
      client.send({
        ...{ Cmd: 'Chat', UserID: client.person.id, ChatSessionID: conversation, Message: message.text },
        ...{ MsgType: 'txt', TimeStamp: 1, ID: 1, ClientMsgId: message.id },
      })
    }
    const fill = () => {
      while (client.isOpen && sending.size < mostInFlight && waiting.length > 0) send(waiting.shift())
    }
    const repeat = setInterval(() => {
      for (const { message, sentAt } of [...sending.values()])
        if (client.isOpen && performance.now() - sentAt > silenceLimit) send(message)
    }, 500)
    const listen = (frame) => {
      if (frame.Cmd === 'opened') for (const { message } of [...sending.values()]) send(message)
      if (frame.Cmd === 'ChatResponse' && frame.Code === 0 && sending.delete(frame.ClientMsgId)) {
        acknowledged.push({ id: frame.ClientMsgId, messageId: frame.ChatID, sequence: frame.SeqID })
        onAcknowledged()
      }
      // A database that restarts rejects messages; the sender tries again.
      if (frame.Cmd === 'ChatResponse' && frame.Code !== 0 && sending.has(frame.ClientMsgId))
        setTimeout(() => sending.has(frame.ClientMsgId) && send(sending.get(frame.ClientMsgId).message), 200)
      fill()
      if (acknowledged.length < count) return
      clearInterval(repeat)
      client.listeners.delete(listen)
      resolve(acknowledged)
    }
    client.listeners.add(listen)
    fill()
  })

const readHistory = async (url, person, conversation) => {
  const all = []
  for (;;) {
    const fields = { ChatSessionID: conversation, Status: 1, FromID: all.at(-1)?.ID ?? 0 }
    const { Code, Data, Msg } = await callAs(url, person, '/GetChatData', fields)
    if (Code !== 0) throw new Error(`The history answered ${Code}: ${Msg}`)
    if (Data.length === 0) return all
    all.push(...Data)
  }
}

/** Checks the messages of one pair after a burst. */
const checkPair = async (url, { sender, receiver, conversation, acknowledged }) => {
  const wrong = []
  const stored = await readHistory(url, receiver.person, conversation)
  const byClientId = Map.groupBy
    ? Map.groupBy(stored, ({ ClientMsgId }) => ClientMsgId)
    : stored.reduce(
        (map, one) => map.set(one.ClientMsgId, [...(map.get(one.ClientMsgId) ?? []), one]),
        new Map(),
      )
  for (const { id, messageId, sequence } of acknowledged) {
    const found = byClientId.get(id) ?? []
    if (found.length === 0) wrong.push(`${id} was acknowledged and is lost`)
    if (found.length > 1) wrong.push(`${id} is stored ${found.length} times`)
    if (found.length === 1 && (found[0].ID !== messageId || found[0].SeqID !== sequence))
      wrong.push(`${id} was acknowledged as another message`)
  }
  stored.forEach(({ SeqID }, index) => {
    if (SeqID !== stored[0].SeqID + index) wrong.push(`the sequence has a gap at ${SeqID}`)
  })
  const live = receiver.frames.flatMap((frame) => (frame.Cmd === 'Chat' ? [frame.chat] : []))
  const sequences = live
    .filter(({ ChatSessionID }) => ChatSessionID === conversation)
    .map(({ SeqID }) => SeqID)
  const isDescending = sequences.some((one, index) => index > 0 && one < sequences[index - 1])
  if (isDescending) wrong.push('frames arrived out of order')
  // A message without a frame is fetched by the client when it connects; it may only be missing in an outage.
  const missing = stored.length - new Set(sequences).size
  if (receiver.outages.length === 0 && missing > 0)
    wrong.push(`${missing} frames are missing without an outage`)
  return {
    wrong,
    missing,
    doubledFrames: sequences.length - new Set(sequences).size,
    outages: [...sender.outages, ...receiver.outages],
  }
}

const faults = {
  'no fault': async () => {},
  'SIGKILL of a node': async ({ nodes: [node] }) => {
    node.child.kill('SIGKILL')
    await wait(500)
    node.child = await node.start()
  },
  'SIGTERM of a node': async ({ nodes: [node] }) => {
    node.child.kill('SIGTERM')
    await new Promise((resolve) => node.child.once('exit', resolve))
    node.child = await node.start()
  },
  'SIGKILL of NATS': ({ nats }) => nats.restart('SIGKILL', 2_000),
  'restart of PostgreSQL': ({ postgres }) => postgres.restart('SIGINT'),
  'SIGKILL of PostgreSQL': ({ postgres }) => postgres.restart('SIGKILL'),
  'cut between a node and NATS': async ({ nodes: [node] }) => {
    node.natsProxy.cut()
    await wait(3_000)
    node.natsProxy.restore()
  },
  'SIGSTOP of a node for 4 s': async ({ nodes: [node] }) => {
    node.child.kill('SIGSTOP')
    await wait(4_000)
    node.child.kill('SIGCONT')
  },
}

/** Runs a burst and injects one fault in it. Returns whether nothing is wrong. */
const runFault = async (name, cluster, pairs, messages) => {
  const each = Math.floor(messages / pairs.length)
  let count = 0
  let injection
  const startedAt = performance.now()
  const onAcknowledged = () => {
    count++
    if (count > messages / 3) injection ??= faults[name](cluster)
  }
  for (const { sender, receiver } of pairs)
    for (const client of [sender, receiver]) Object.assign(client, { frames: [], outages: [] })
  const limit = new Promise((_, reject) => {
    // Unreferenced, so that it does not keep the process running after the burst.
    setTimeout(() => reject(new Error(`${name}: the burst did not end`)), burstLimit).unref()
  })
  await Promise.race([
    limit,
    Promise.all(
      pairs.map(async (pair) => {
        pair.acknowledged = await sendAll(pair.sender, pair.conversation, each, onAcknowledged)
      }),
    ),
  ])
  const took = performance.now() - startedAt
  await injection
  await wait(1_500)
  const results = await Promise.all(pairs.map((pair) => checkPair(cluster.nodes[1].url, pair)))
  const wrong = results.flatMap((one) => one.wrong)
  const outages = results.flatMap((one) => one.outages)
  const longest = Math.max(0, ...outages)
  const sum = (read) => results.reduce((total, one) => total + read(one), 0)
  process.stdout.write(
    `${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${pairs.length * each} acknowledged in ${(took / 1000).toFixed(1)} s, ` +
      `${outages.length} reconnected, back within ${Math.round(longest)} ms, ` +
      `${sum((one) => one.missing)} to fetch, ${sum((one) => one.doubledFrames)} frames twice\n`,
  )
  for (const one of wrong.slice(0, 10)) process.stdout.write(`     ${one}\n`)
  if (longest > outageGoal) process.stdout.write(`     the longest outage exceeds ${outageGoal} ms\n`)
  return wrong.length === 0
}

/** Runs a burst for each fault. Returns whether no message was lost, stored twice or out of order. */
export const runFaults = async ({ count, messages, names = Object.keys(faults) }) => {
  const cluster = await startCluster({
    count,
    port: await freePort(),
    settings: () => ({ SHOW_CODES: 'page', PUSH: 'off' }),
    onLine: process.env.SHOW_LINES
      ? (number, line) => process.stderr.write(`${number}: ${line}\n`)
      : () => {},
  })
  const clients = []
  let isCorrect = true
  try {
    for (const name of names) {
      // New people, because the messages of one account are rate-limited.
      const pairs = []
      for (let pair = 0; pair < Math.ceil(messages / perPair); pair++) {
        const url = cluster.nodes[pair % count].url
        const [one, other] = [await signUp(url), await signUp(url)]
        const conversation = await befriend(url, one, other)
        const [sender, receiver] = [new Client(cluster.url, one), new Client(cluster.url, other)]
        clients.push(sender, receiver)
        pairs.push({ sender, receiver, conversation })
      }
      while (clients.some(({ isStopped, isOpen }) => !isStopped && !isOpen)) await wait(50)
      isCorrect = (await runFault(name, cluster, pairs, messages)) && isCorrect
      for (const client of clients) client.stop()
    }
  } finally {
    for (const client of clients) client.stop()
    await cluster.stop()
  }
  return isCorrect
}
