/** The real backend as the simulated network reaches it. */
export interface Backend {
  /** Answers one call. */
  fetch(request: Request, address: string): Promise<Response>
  /** Takes a new connection; `link` is how the backend speaks to it. */
  connect(link: BackendLink, address: string): BackendConnection
  isRunning(): boolean
  /** Loses everything in memory and cuts every connection; what is in the database stays. */
  stop(): void
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
