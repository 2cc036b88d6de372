import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'

/** An answer as a client sees it. */
export interface ContractAnswer {
  readonly Code: number
  readonly Msg: string
  // The contract's tests look at data of every shape.
  readonly Data: unknown
}

export interface ContractSocket {
  /** Everything received so far, in order. */
  readonly frames: readonly ServerFrame[]
  send(frame: unknown): void
  sendText(text: string): void
  /** The first frame, received already or still to come, that fits; each frame is answered once. */
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

/** One way of reaching the backend; the suite says the same of all of them. */
export interface ContractHost {
  readonly name: string
  /** Whether bodies pass as bytes, so that their size and their form can be wrong. */
  readonly hasHttp: boolean
  call(path: string, fields: unknown, headers?: Record<string, string>): Promise<ContractAnswer>
  get(path: string, query: Record<string, string>, headers?: Record<string, string>): Promise<ContractAnswer>
  upload(path: string, fields: Record<string, string>, file: UploadedPart): Promise<ContractAnswer>
  openSocket(): ContractSocket
  /** Moves the server's clock forward, ms. */
  advance(milliseconds: number): void
  now(): number
  /** Any HTTP request; only where `hasHttp`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Kinds of faults reported so far. */
  readonly faults: readonly string[]
  sweep(): Promise<void>
  close(): Promise<void>
}
