import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Fault, SecurityEvent } from '#server/ports.ts'
import { openGatewaySocket } from './in-process-host.ts'
import { localPeer, type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { type Calls, loginFrame, newClientId, settle, signUp } from './people.ts'

let backend: MemoryBackend
const faults: Fault[] = []
const events: SecurityEvent[] = []
beforeAll(async () => {
  backend = await openMemoryBackend({
    faults: { report: (fault) => void faults.push(fault) },
    securityLog: { write: (event) => void events.push(event) },
  })
}, 120_000)
afterAll(() => backend.close())

const peerOf = (requestId: string) => ({ ...localPeer, requestId })
const inRequest = (requestId: string): Calls => ({
  async call(path, fields) {
    const context = { peer: peerOf(requestId), headers: {} }
    const { Code, Msg, Data } = await backend.server.call(path, fields, context)
    return { Code, Msg: Msg ?? '', Data }
  },
})

it('security events and faults name the request of their call or socket', async () => {
  const ann = await signUp(inRequest('sign-up'))
  expect(events).toEqual([{ kind: 'signed-in', accountId: ann.userId, requestId: 'sign-up' }])
  const socket = openGatewaySocket(backend.server, peerOf('socket'))
  socket.send(loginFrame(ann))
  await socket.next('Login')
  socket.sendText('no frame')
  await settle(socket, ann)

  await backend.breakDatabase()
  await inRequest('open call').call('/PhoneLogin', { Phone: ann.phone, TelCode: '49', Password: 'guess it' })
  await inRequest('call').call('/GetFriends', { UID: ann.userId, Token: ann.token, DeviceType: 'web' })
  const message = { Message: 'hello', MsgType: 'txt', TimeStamp: 1, ID: 1, ClientMsgId: newClientId() }
  socket.send({ Cmd: 'Chat', ChatSessionID: 1, UserID: ann.userId, ...message })
  await socket.next('ChatResponse')
  expect(faults.map(({ detail, requestId }) => [detail, requestId])).toEqual([
    ['not JSON', 'socket'],
    ['/PhoneLogin', 'open call'],
    ['/GetFriends', 'call'],
    ['Chat', 'socket'],
  ])
})
