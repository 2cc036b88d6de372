import type { ReportPort } from '#streams/ports.ts'
import type { CarriedRequest, CarriedResponse, FromWorker, ToWorker } from '../protocol.ts'

/** The page's side of one socket. */
export interface CarriedSocket {
  received(text: string): void
  closed(code: number): void
}

/** The backend behind the worker's port. */
export interface Backend {
  request(request: CarriedRequest): Promise<CarriedResponse>
  connect(socket: CarriedSocket): { send(text: string): void; disconnect(): void }
}

/** Messages that concern no single request or socket. */
export type WorldMessage = Extract<FromWorker, { type: 'step' | 'opened' | 'saved' | 'failed' }>

export interface BackendOptions {
  readonly worker: Worker
  readonly report: ReportPort
  onWorld(message: WorldMessage): void
}

/** Exchanges messages with the worker: matches responses to requests and frames to sockets. */
export function createBackend({ worker, report, onWorld }: BackendOptions): Backend {
  const waiting = new Map<number, (response: CarriedResponse) => void>()
  const sockets = new Map<number, CarriedSocket>()
  let lastId = 0
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case 'response':
        waiting.get(data.id)?.(data.response)
        waiting.delete(data.id)
        return
      case 'frame':
        return sockets.get(data.id)?.received(data.text)
      case 'closed':
        sockets.get(data.id)?.closed(data.code)
        sockets.delete(data.id)
        return
      case 'fault':
        return report.fault(data)
      default:
        onWorld(data)
    }
  })
  worker.addEventListener('error', ({ message }) => {
    report.fault({ kind: 'demo worker', detail: message })
    onWorld({ type: 'failed', reason: 'broken', detail: message })
  })

  return {
    request: (request) =>
      new Promise((resolve) => {
        const id = ++lastId
        waiting.set(id, resolve)
        post({ type: 'request', id, request }, request.body === undefined ? [] : [request.body])
      }),
    connect: (socket) => {
      const id = ++lastId
      sockets.set(id, socket)
      post({ type: 'connect', id })
      return {
        send: (text) => post({ type: 'frame', id, text }),
        disconnect: () => {
          sockets.delete(id)
          post({ type: 'disconnect', id })
        },
      }
    },
  }
}
