import type { Ports } from '#streams/ports.ts'
import { labelOf } from './scenario/attachments.ts'

/** Every message that a client told the backend to store, by the identity it gave it: a row without its text is known by that. */
export class SentMessages {
  private readonly texts = new Map<string, string>()

  /** Notes what was sent, as the ledger calls it. */
  note(clientId: string, body: string): void {
    this.texts.set(clientId, labelOf(body.trim()))
  }

  /** Undefined when no client gave this identity: the server made the message. */
  textOf(clientId: string): string | undefined {
    return this.texts.get(clientId)
  }

  /** The ports of a client, with everything that leaves by them noted. */
  noting(ports: Ports): Ports {
    const { http, socket } = ports
    return {
      ...ports,
      http: {
        request: (request) => {
          if (typeof request.body === 'string') this.read(request.body)
          return http.request(request)
        },
      },
      socket: {
        connect: (url, handlers) => {
          const connection = socket.connect(url, handlers)
          return {
            close: (code) => connection.close(code),
            send: (text) => {
              this.read(text)
              connection.send(text)
            },
          }
        },
      },
    }
  }

  private read(text: string): void {
    if (!text.includes('"ClientMsgId"')) return
    const { ClientMsgId, Message }: Readonly<Record<string, unknown>> = JSON.parse(text)
    if (typeof ClientMsgId === 'string' && typeof Message === 'string') this.note(ClientMsgId, Message)
  }
}
