import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import type { Server } from '#server/create-server.ts'
import type { ServerLimits } from '#server/limits/limits.ts'
import type { Peer, ServerPorts } from '#server/ports.ts'
import type { ContractHost, ContractResponse, ContractSocket } from './contract-host.ts'
import { type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { ReceivedFrames } from './received-frames.ts'

/** The backend without HTTP: calls by the dispatcher, frames by the gateway. */
export async function openInProcessHost(
  changes?: Partial<ServerPorts>,
  limits?: Partial<ServerLimits>,
): Promise<ContractHost> {
  return inProcessHost(await openMemoryBackend(changes, limits))
}

/** A host of a backend that is open already. */
export function inProcessHost(backend: MemoryBackend): ContractHost {
  const { server, peer } = backend
  const context = (headers: Record<string, string> = {}) => ({ peer, headers: lowerCase(headers) })
  return {
    name: 'in process',
    call: async (path, fields, headers) => answered(await server.call(path, fields, context(headers))),
    get: async (path, query, headers) => answered(await server.call(path, query, context(headers))),
    upload: async (path, fields, file) =>
      answered(await server.call(path, fields, { ...context(), file: file.bytes })),
    openSocket: () => openGatewaySocket(server, peer),
    request: () => Promise.reject(new Error('There is no HTTP in process')),
    sweep: () => server.sweep(),
    ...pass(backend),
  }
}

const answered = ({ Code, Msg, Data }: ResponseEnvelope): ContractResponse => ({ Code, Msg: Msg ?? '', Data })

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const pass = ({
  advance,
  now,
  faults,
  close,
}: Pick<ContractHost, 'advance' | 'now' | 'faults' | 'close'>) => ({
  advance,
  now,
  faults,
  close,
})

/** A direct connection to the gateway. */
export function openGatewaySocket(server: Server, peer: Peer): ContractSocket {
  const received = new ReceivedFrames()
  const connection = server.gateway.connect({
    address: peer.address,
    isLocal: peer.isLocal,
    requestId: peer.requestId,
    send: (text) => received.receive(text),
    close: (code) => received.close(code),
  })
  return {
    frames: received.frames,
    received: received.received,
    closed: received.closed,
    next: received.next,
    send: (frame) => connection.receive(JSON.stringify(frame)),
    sendText: (text) => connection.receive(text),
    close: () => connection.closed(),
  }
}
