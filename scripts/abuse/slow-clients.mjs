// Clients that send or read too slowly, over bare connections.
import { connect } from 'node:net'
import { uploadPicture } from './people.mjs'

const megabyte = 1_000_000
const type = 'Content-Type: multipart/form-data; boundary=x'
const fileHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

/**
 * Opens a connection and sends a text. `answer` is the data received so far; `closed` resolves when the connection
 * closes.
 */
function open(url, text) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const connection = { socket, answer: '', isClosed: false, closed: undefined }
  connection.closed = new Promise((resolve) => socket.once('close', resolve)).then(() => {
    connection.isClosed = true
  })
  socket.on('error', () => {})
  socket.write(text)
  return connection
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
/** Resolves with whether a condition became true within this time, ms. */
async function within(ms, isTrue) {
  for (const end = Date.now() + ms; Date.now() < end; await wait(20)) if (isTrue()) return true
  return isTrue()
}

/**
 * Uploads that announce 50 MB and send them slowly: a third with valid credentials, a third with wrong ones, a third
 * with none yet.
 */
export async function slowUploads({ url, attacker, friend }, count, { isShort }) {
  const wrong = []
  const upload = (proof, start) => {
    const headers = `Host: localhost\r\nX-Forwarded-For: 203.0.113.80\r\n${proof}${type}\r\nContent-Length: ${50 * megabyte}`
    const connection = open(url, `POST /Api/UploadFile HTTP/1.1\r\n${headers}\r\n\r\n${start}`)
    connection.socket.on('data', (bytes) => {
      connection.answer += bytes
    })
    return connection
  }
  const kinds = [
    () => upload(`UID: ${attacker.id}\r\nToken: ${attacker.token}\r\n`, fileHead),
    () => upload(`UID: ${attacker.id}\r\nToken: wrong\r\n`, fileHead),
    () => upload('', '--x\r\nContent-Disposition: form-data; name="UID"\r\n\r\n'),
  ]
  const connections = Array.from({ length: count }, (_, index) => kinds[index % kinds.length]())
  const trickle = setInterval(() => {
    for (const { socket, isClosed } of connections) if (!isClosed) socket.write('x')
  }, 500)
  const strangers = connections.filter((_, index) => index % kinds.length === 1)
  const areRejected = () => strangers.every(({ answer }) => answer.includes('"Code":2'))
  if (!(await within(3_000, areRejected)))
    wrong.push('uploads without credentials were not answered within 3 s')
  const open50 = () =>
    connections.filter(({ answer }, index) => index % kinds.length === 0 && answer === '').length
  if (!(await within(3_000, () => open50() <= 2)))
    wrong.push(`${open50()} uploads of 50 MB of one account were let in`)
  await uploadPicture(url, friend).catch((cause) => wrong.push(`another person's upload: ${cause.message}`))
  const areCutOff = () => connections.every(({ isClosed }) => isClosed)
  if (!isShort && !(await within(30_000, areCutOff)))
    wrong.push(`${connections.filter(({ isClosed }) => !isClosed).length} slow uploads were not cut off`)
  clearInterval(trickle)
  for (const { socket } of connections) socket.destroy()
  await Promise.all(connections.map(({ closed }) => closed))
  return { wrong }
}

/** Clients that request a picture of 10 MB and do not read it, from three addresses. */
export async function stalledReaders({ url, attacker, memory }, count) {
  const picture = await uploadPicture(url, attacker, 10 * megabyte)
  const before = memory()
  const readers = Array.from({ length: count }, (_, index) => {
    const headers = `Host: localhost\r\nX-Forwarded-For: 203.0.113.${90 + (index % 3)}`
    return open(url, `GET ${picture} HTTP/1.1\r\n${headers}\r\n\r\n`)
  })
  // Without a data listener a connection reads 64 kB and stops.
  const areAnswered = () => readers.every(({ socket }) => socket.bytesRead > 0)
  const wrong = (await within(5_000, areAnswered)) ? [] : ['readers of a picture were not answered']
  const after = memory()
  const grown = before === undefined || after === undefined ? 0 : Math.round(after - before)
  for (const { socket } of readers) socket.destroy()
  await Promise.all(readers.map(({ closed }) => closed))
  if (grown >= 100) wrong.push(`${count} readers who do not read took ${grown} MB`)
  return { wrong, note: `${grown} MB` }
}
