// Attacks over web sockets.
import { WebSocket } from 'ws'

/** A socket whose heartbeat is answered within this time counts as served, ms. */
const answerWithin = 5_000
/** The server's limits: open sockets of an account, and waiting frames of one socket. */
const maxSockets = 200
const maxWaiting = 2_000

/** Opens a socket; `closed` resolves with its code, `next` with the next frame of a command. */
function open(url, address) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
    headers: { 'X-Forwarded-For': address },
  })
  const frames = []
  const waiting = []
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString())
    const at = waiting.findIndex(({ command }) => command === frame.Cmd)
    if (at < 0) frames.push(frame)
    else waiting.splice(at, 1)[0].resolve(frame)
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  const next = (command) => {
    const at = frames.findIndex(({ Cmd }) => Cmd === command)
    if (at >= 0) return Promise.resolve(frames.splice(at, 1)[0])
    return new Promise((resolve) => waiting.push({ command, resolve }))
  }
  return { socket, closed, next }
}

/** Signs in on a new socket. Resolves with it, or with its close code. */
async function connect(url, person) {
  const connection = open(url, person.address)
  const opened = await Promise.race([connection.next('Connected'), connection.closed])
  if (typeof opened === 'number') return opened
  const login = { Cmd: 'Login', UID: person.id, Token: person.token, Lang: 'en-US', DeviceType: 'web' }
  connection.socket.send(
    JSON.stringify({ ...login, Gateway: 'localhost', IsWeb: true, WSID: 'abcdefghijkl' }),
  )
  const answer = await Promise.race([connection.next('Login'), connection.closed])
  if (typeof answer === 'number') return answer
  if (answer.Code !== 0) throw new Error(`A login answered ${answer.Code}`)
  return connection
}

const soon = (promise) =>
  Promise.race([
    promise,
    new Promise((resolve) => setTimeout(() => resolve('nothing'), answerWithin).unref()),
  ])
const heartBeat = ({ id }) => JSON.stringify({ Cmd: 'HeartBeat', UID: id })

/** Opens more sockets of one account than allowed. */
export async function manySockets({ url, attacker }, count) {
  const results = await Promise.all(Array.from({ length: maxSockets + count }, () => connect(url, attacker)))
  const sockets = results.filter((one) => typeof one !== 'number')
  const codes = new Set(results.filter((one) => typeof one === 'number'))
  await closeAll(sockets)
  const wrong = []
  if (sockets.length !== maxSockets) wrong.push(`${sockets.length} sockets of one account are open`)
  if (codes.size !== 1 || !codes.has(1013)) wrong.push(`others were closed with ${[...codes]}`)
  return { wrong }
}

/** Sends frames that are too large or cannot be parsed, and more frames than may wait. */
export async function hostileFrames({ url, friend }, count) {
  const wrong = []
  for (const size of [300_000, 2_000_000]) {
    const large = await connect(url, friend)
    large.socket.send('x'.repeat(size))
    const code = await soon(large.closed)
    if (code !== 1009) wrong.push(`a frame of ${size} characters ended with ${code}`)
  }
  const unparsable = await connect(url, friend)
  const garbage = [
    '',
    '{',
    '[]',
    'null',
    '7',
    '"',
    '{"Cmd":7}',
    '{"Cmd":"__proto__"}',
    `${'['.repeat(50_000)}`,
  ]
  for (let index = 0; index < count; index++) unparsable.socket.send(garbage[index % garbage.length])
  unparsable.socket.send(heartBeat(friend))
  // It may also be closed, because too much waits.
  const answer = await soon(Promise.race([unparsable.next('HeartBeat'), unparsable.closed]))
  if (answer === 'nothing') wrong.push('a socket was not served after frames that cannot be parsed')
  const flooding = await connect(url, friend)
  for (let index = 0; index < 10 * maxWaiting; index++) flooding.socket.send(heartBeat(friend))
  const code = await soon(flooding.closed)
  if (code !== 1008) wrong.push(`a flood of frames ended with ${code}`)
  await closeAll([unparsable])
  return { wrong }
}

async function closeAll(connections) {
  for (const { socket } of connections) socket.close()
  await Promise.all(connections.map(({ closed }) => soon(closed)))
}
