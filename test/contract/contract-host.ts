import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'

/** A response as a client receives it. */
export interface ContractResponse {
  readonly Code: number
  readonly Msg: string
  // The contract's tests look at data of every shape.
  readonly Data: unknown
}

export interface ContractSocket {
  /** All frames received so far, in order. */
  readonly frames: readonly ServerFrame[]
  /** The same as they were on the wire, without the defaults of missing fields. */
  readonly received: readonly unknown[]
  send(frame: unknown): void
  sendText(text: string): void
  /** Returns the first matching frame, received already or later; each frame is returned once. */
  next<Cmd extends ServerFrame['Cmd']>(
    command: Cmd,
    fits?: (frame: Extract<ServerFrame, { Cmd: Cmd }>) => boolean,
  ): Promise<Extract<ServerFrame, { Cmd: Cmd }>>
  /** Resolves with the code once the connection is closed. */
  readonly closed: Promise<number>
  close(): void
}

export interface UploadedPart {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** One way to reach the backend; the suite is the same for all of them. */
export interface ContractHost {
  readonly name: string
  call(path: string, fields: unknown, headers?: Record<string, string>): Promise<ContractResponse>
  get(
    path: string,
    query: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<ContractResponse>
  upload(path: string, fields: Record<string, string>, file: UploadedPart): Promise<ContractResponse>
  openSocket(): ContractSocket
  /** Moves the server's clock forward, ms. */
  advance(milliseconds: number): void
  now(): number
  /** Any HTTP request. Rejects in a host without HTTP. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** The kinds of faults reported so far. */
  readonly faults: readonly string[]
  sweep(): Promise<void>
  close(): Promise<void>
}
