import type { Ports } from '#streams/ports.ts'
import { labelOf } from './scenario/attachments.ts'

/** All messages that clients sent to the backend, by idempotency key, which identifies a row whose text is erased. */
export class SentMessages {
  private readonly texts = new Map<string, string>()

  /** Records a sent message by the ledger's name. */
  note(clientId: string, body: string): void {
    this.texts.set(clientId, labelOf(body.trim()))
  }

  /** Undefined if no client used this key, because the server created the message. */
  textOf(clientId: string): string | undefined {
    return this.texts.get(clientId)
  }

  /** Wraps the ports of a client to record everything that it sends. */
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
