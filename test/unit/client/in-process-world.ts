import type { InspectionEvent } from 'xstate'
import type { Client } from '#client/client.ts'
import { createClient } from '#client/create-client.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { PushSetting } from '#schemas/env/environment.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import {
  type HttpPort,
  type MultipartBody,
  type Ports,
  type SocketPort,
  silentNotifier,
} from '#streams/ports.ts'
import { createMemoryDisk, type MemoryDisk } from '#streams/storage/memory-storage.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'
import { loadClientCode } from '#test/simulation/load-client-code.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'
import { createLocks } from '../machines/locks.ts'
import { SimulatedClock, settle } from '../machines/simulated-clock.ts'
import { createTestEnvironment, type TestEnvironment } from '../machines/test-environment.ts'
import { ownOptions } from './test-options.ts'

export interface Person {
  readonly client: Client
  readonly notices: Notice[]
  readonly faults: string[]
  readonly environment: TestEnvironment
  readonly disk: MemoryDisk
}

/** Observes the ports and machines of a client. */
export interface Onlooker {
  inspect(event: InspectionEvent): void
  observe(ports: Ports): Ports
}

/** The real backend and complete clients in one process, on a clock that the test advances. */
export class InProcessWorld {
  readonly clock: SimulatedClock
  readonly backend: MemoryBackend
  private seed = 1

  private constructor(backend: MemoryBackend, clock: SimulatedClock) {
    this.backend = backend
    this.clock = clock
  }

  static async open(): Promise<InProcessWorld> {
    await loadClientCode()
    const clock = new SimulatedClock()
    const serverClock = { now: () => clock.now() }
    return new InProcessWorld(await openMemoryBackend({ clock: serverClock }), clock)
  }

  /** Advances the clock in small steps until the condition holds. Throws with its name after a simulated minute. */
  async until(name: string, isTrue: () => boolean, limit = 60_000): Promise<void> {
    for (let waited = 0; waited <= limit; waited += 50) {
      for (let turn = 0; turn < 5; turn++) await settle()
      if (isTrue()) return
      await this.clock.advance(50)
    }
    throw new Error(`Never came true: ${name}`)
  }

  /** Waits for an operation of a client while it advances the clock. */
  async finished<Value>(operation: Promise<Value>): Promise<Value> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    operation.then(over, over)
    await this.until('an operation ends', () => isOver)
    return operation
  }

  /**
   * Starts a client on its own device, or on the disk of an earlier client. `inspection` observes it; `push` issues its
   * push tokens.
   */
  start(disk: MemoryDisk = createMemoryDisk(), inspection?: Onlooker, push?: PushSetting): Person {
    const notices: Notice[] = []
    const faults: string[] = []
    const environment = createTestEnvironment()
    const ports: Ports = {
      clock: this.clock,
      random: createSeededNumbers(this.seed++),
      storage: disk.storage(),
      socket: this.socket(environment),
      http: this.http(environment),
      locks: createLocks(),
      notifier: silentNotifier,
      channel: silentChannel,
      visibility: environment,
      crypto: { encrypt: async (plain) => plain, decrypt: async (cipher) => cipher },
      report: { fault: ({ kind, detail, cause }) => void faults.push(`${kind}: ${detail} ${cause ?? ''}`) },
    }
    const client = createClient(inspection?.observe(ports) ?? ports, {
      ...(inspection ? { inspect: inspection.inspect } : {}),
      ...ownOptions,
      environment: { ...ownOptions.environment, push },
      origin: 'http://localhost:4310',
      version: '5.11.5',
    })
    client.notices$.subscribe((notice) => notices.push(notice))
    return { client, notices, faults, environment, disk }
  }

  private http(environment: TestEnvironment): HttpPort {
    const { server, peer } = this.backend
    return {
      async request({ url, method, headers, body, signal }) {
        if (!environment.isOnline() || signal?.aborted) throw new Error('offline')
        const content = body === undefined || typeof body === 'string' ? body : toForm(body)
        const init = { method, headers, ...(content === undefined ? {} : { body: content }) }
        const response = await server.app.fetch(new Request(url, init), { peer })
        if (environment.isDeaf()) throw new Error('the response was lost')
        return { status: response.status, text: await response.text() }
      },
    }
  }

  private socket(environment: TestEnvironment): SocketPort {
    const { server, peer } = this.backend
    return {
      connect(_, handlers) {
        let isOpen = true
        const end = (code: number) => {
          if (!isOpen) return
          isOpen = false
          connection.closed()
          handlers.closed({ code, isClean: code === 1000 })
        }
        const connection = server.gateway.connect({
          address: peer.address,
          isLocal: peer.isLocal,
          send: (text) =>
            void settle().then(() => isOpen && !environment.isDeaf() && handlers.received(text)),
          // The frames before it arrive first.
          close: (code) => void settle().then(() => end(code)),
        })
        void Promise.resolve().then(() => (environment.isOnline() ? handlers.opened() : end(1006)))
        return { send: (text) => connection.receive(text), close: (code = 1000) => end(code) }
      },
    }
  }
}

function toForm({ fields, file }: MultipartBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { content, name, type } = file
  form.append('file', content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type }), name)
  return form
}
