// The senders and receivers of the bursts of `npm run cluster -- --faults`.
import { WebSocket } from 'ws'
import { newClientId } from '../abuse/people.mjs'

/** The maximum number of messages that a sender has in flight. */
const mostInFlight = 16
/** The time after which an unacknowledged message is sent again, and a silent socket is closed, ms. */
const silenceLimit = 3_000

/** A person with a socket that connects again whenever it closes. The proxy chooses the node. */
export class BurstClient {
  constructor(url, person) {
    this.url = url
    this.person = person
    this.frames = []
    this.outages = []
    this.rejections = 0
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
export const sendAll = (client, conversation, count, onAcknowledged) =>
  new Promise((resolve) => {
    const waiting = Array.from({ length: count }, (_, index) => ({
      id: newClientId(),
      text: `message ${index}`,
    }))
    const sending = new Map()
    const acknowledged = []
    const send = (message) => {
      message.firstSentAt ??= performance.now()
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
      const sent = frame.Cmd === 'ChatResponse' ? sending.get(frame.ClientMsgId) : undefined
      if (sent && frame.Code === 0) {
        sending.delete(frame.ClientMsgId)
        const took = performance.now() - sent.message.firstSentAt
        acknowledged.push({ id: frame.ClientMsgId, messageId: frame.ChatID, sequence: frame.SeqID, took })
        onAcknowledged()
      }
      // A database that restarts rejects messages; the sender tries again.
      if (sent && frame.Code !== 0) {
        client.rejections += 1
        setTimeout(() => sending.has(frame.ClientMsgId) && send(sent.message), 200)
      }
      fill()
      if (acknowledged.length < count) return
      clearInterval(repeat)
      client.listeners.delete(listen)
      resolve(acknowledged)
    }
    client.listeners.add(listen)
    fill()
  })
