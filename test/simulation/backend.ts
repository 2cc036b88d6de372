import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import type { HttpAnswer } from '#streams/ports.ts'

/** The real backend as the simulated network reaches it. */
export interface Backend {
  /** Answers one request, its text read to the end. */
  fetch(request: Request, address: string): Promise<HttpAnswer>
  /** Answers one call without HTTP in between. */
  call(path: string, fields: unknown, address: string): Promise<ResponseEnvelope>
  /** Takes a new connection; `link` is how the backend speaks to it. */
  connect(link: BackendLink, address: string): BackendConnection
  isRunning(): boolean
  /**
   * Loses everything in memory and ends every connection: cuts it, or closes it with a code when it had the time to say so.
   * What is in the database stays.
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
