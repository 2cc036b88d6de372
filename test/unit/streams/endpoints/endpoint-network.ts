import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { HttpPort, HttpRequest, HttpResponse, SocketPort } from '#streams/ports.ts'

/** The response of an address: a status and a text, a network failure, or silence until it is aborted. */
export type Answering = { readonly status: number; readonly text: string } | 'network' | 'silence'

export const versionAnswer: Answering = {
  status: 200,
  text: JSON.stringify({ Code: 0, Msg: '', Data: { version: '5.11.5' } }),
}
export const healthyFiles: Answering = { status: 200, text: 'Health OK!' }

/** A simulated network: addresses respond by the table without their query, and sockets send this first frame. */
export function createEndpointNetwork() {
  const answers = new Map<string, Answering>()
  const greetings = new Map<string, ServerFrameInput | 'silence'>()
  const requests: HttpRequest[] = []
  const sockets: { url: string; isClosed: boolean }[] = []

  const http: HttpPort = {
    request(request) {
      requests.push(request)
      const answer = answers.get(request.url.split('?', 1)[0] ?? '') ?? 'network'
      if (answer === 'network') return Promise.reject(new Error('no network'))
      return answer === 'silence' ? silence(request) : Promise.resolve(answer)
    },
  }
  const socket: SocketPort = {
    connect(url, handlers) {
      const opened = { url, isClosed: false }
      sockets.push(opened)
      const greeting = greetings.get(url)
      queueMicrotask(() => {
        if (greeting === undefined) return handlers.closed({ code: 1006, isClean: false })
        handlers.opened()
        if (greeting !== 'silence') handlers.received(JSON.stringify(greeting))
      })
      return {
        send: () => {},
        close: () => {
          opened.isClosed = true
        },
      }
    },
  }
  return {
    http,
    socket,
    requests,
    sockets,
    answer: (url: string, answering: Answering) => void answers.set(url, answering),
    greet: (url: string, frame: ServerFrameInput | 'silence') => void greetings.set(url, frame),
    fall: (url: string) => {
      answers.delete(url)
      greetings.delete(url)
    },
    /** The requested addresses so far, without their queries. */
    asked: () => requests.map(({ url }) => url.split('?', 1)[0]),
  }
}
export type EndpointNetwork = ReturnType<typeof createEndpointNetwork>

const silence = ({ signal }: HttpRequest) =>
  new Promise<HttpResponse>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
