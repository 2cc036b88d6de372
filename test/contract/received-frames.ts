import { expect } from 'vitest'
import { type ServerFrame, serverFrame } from '#schemas/wire/frames/from-server.ts'
import type { ContractSocket } from './contract-host.ts'

interface Waiting {
  readonly fits: (frame: ServerFrame) => boolean
  readonly resolve: (frame: ServerFrame) => void
}

/** Collects the frames of a socket, for tests that wait for one after another. */
export class ReceivedFrames {
  readonly frames: ServerFrame[] = []
  readonly received: unknown[] = []
  readonly closed: Promise<number>
  readonly #unread: ServerFrame[] = []
  readonly #waiting: Waiting[] = []
  #resolveClosed: (code: number) => void = () => undefined

  constructor() {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  receive(text: string): void {
    const frame: unknown = JSON.parse(text)
    const read = serverFrame.safeParse(frame)
    expect(read, `not a frame of the contract: ${text}`).toMatchObject({ success: true })
    if (!read.success) return
    this.received.push(frame)
    this.frames.push(read.data)
    const index = this.#waiting.findIndex(({ fits }) => fits(read.data))
    if (index === -1) this.#unread.push(read.data)
    else this.#waiting.splice(index, 1)[0]?.resolve(read.data)
  }

  close(code: number): void {
    this.#resolveClosed(code)
  }

  readonly next: ContractSocket['next'] = (command, fits = () => true) => {
    type Wanted = Extract<ServerFrame, { Cmd: typeof command }>
    // The Cmd determines the frame's type.
    const isWanted = (frame: ServerFrame) => frame.Cmd === command && fits(frame as Wanted)
    const index = this.#unread.findIndex(isWanted)
    const found = index === -1 ? undefined : this.#unread.splice(index, 1)[0]
    if (found) return Promise.resolve(found as Wanted)
    return new Promise((resolve) => {
      this.#waiting.push({ fits: isWanted, resolve: (frame) => resolve(frame as Wanted) })
    })
  }
}
