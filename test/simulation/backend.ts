import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import type { HttpResponse } from '#streams/ports.ts'

/** The real backend behind the simulated network. */
export interface Backend {
  /** Answers one request and reads the response to its end. */
  fetch(request: Request, address: string): Promise<HttpResponse>
  /** Answers one call without HTTP. */
  call(path: string, fields: unknown, address: string): Promise<ResponseEnvelope>
  /** Accepts a connection. The backend sends to the client through `link`. */
  connect(link: BackendLink, address: string): BackendConnection
  isRunning(): boolean
  /**
   * Drops the server's memory and ends every connection: without notice, or with a close code if given. The database
   * stays.
   */
  stop(code?: 1012 | 1013): void
  start(): void
}
export interface BackendLink {
  send(text: string): void
  close(code: number): void
}
export interface BackendConnection {
  receive(text: string): void
  closed(): void
}
