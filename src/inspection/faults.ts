import type { InjectedFaults } from '#schemas/cross-tab/inspection.ts'
import { sleep } from '#streams/clock/timing.ts'
import type { Clock, HttpPort, Ports, SocketConnection, SocketPort } from '#streams/ports.ts'
import type { AccountStorage, Storage } from '#streams/storage/storage.ts'
import { StorageError } from '#streams/storage/storage-error.ts'

export const noFaults: InjectedFaults = { isSocketCut: false, isStorageFull: false, clockShift: 0, delay: 0 }

/** Faults that an inspector injects at the ports of this tab. */
export interface Faults {
  get(): InjectedFaults
  /** Replaces the faults. Cuts open sockets if the next faults include that. */
  set(faults: InjectedFaults): void
  wrap(ports: Ports): Ports
}

/** @param onChanged called with the name of a fault that has changed, and its new value */
export function createFaults(clock: Clock, onChanged: (fault: string, payload: string[]) => void): Faults {
  let faults = noFaults
  const cuts = new Set<() => void>()
  const pause = () => (faults.delay === 0 ? Promise.resolve() : sleep(clock, faults.delay))

  const wrapSocket = (socket: SocketPort): SocketPort => ({
    connect(url, handlers) {
      let isOver = false
      const close = (reason: { readonly code: number; readonly isClean: boolean }) => {
        cuts.delete(cut)
        if (isOver) return
        isOver = true
        handlers.closed(reason)
      }
      const idle = Promise.resolve()
      let lastStep = idle
      // A queue, because frames must not overtake each other when the delay becomes shorter.
      const pass = <Given>(to: (given: Given) => void, given: Given) => {
        if (faults.delay === 0 && lastStep === idle) return to(given)
        const step = lastStep.then(pause).then(() => {
          if (!isOver) to(given)
          if (lastStep === step) lastStep = idle
        })
        lastStep = step
      }
      const connection: SocketConnection = faults.isSocketCut
        ? { send: () => {}, close: () => close(cutReason) }
        : socket.connect(url, {
            opened: () => pass(handlers.opened, undefined),
            received: (text) => pass(handlers.received, text),
            closed: close,
          })
      const cut = () => {
        connection.close()
        close(cutReason)
      }
      cuts.add(cut)
      // Later, because a browser never reports a failed connection during the call.
      if (faults.isSocketCut) clock.setTimeout(cut, 0)
      return {
        send: (text) => pass(connection.send, text),
        close: (code) => connection.close(code),
      }
    },
  })

  const wrapHttp = (http: HttpPort): HttpPort => ({
    async request(request) {
      if (faults.delay > 0) await pause()
      return http.request(request)
    },
  })

  const rejectIfFull = () => {
    if (faults.isStorageFull) throw new StorageError('quota-exceeded')
  }
  const wrapAccount = (account: AccountStorage): AccountStorage => ({
    ...account,
    async appendSegment(build) {
      rejectIfFull()
      return account.appendSegment(build)
    },
    async writeModel(write) {
      rejectIfFull()
      return account.writeModel(write)
    },
  })
  const wrapStorage = (storage: Storage): Storage => ({
    ...storage,
    open: async (account) => wrapAccount(await storage.open(account)),
  })

  return {
    get: () => faults,
    set(next) {
      const before = faults
      faults = next
      for (const [name, value] of Object.entries(next))
        if (Reflect.get(before, name) !== value) onChanged(name, [`value: ${value}`])
      if (next.isSocketCut) for (const cut of [...cuts]) cut()
    },
    wrap: (ports) => ({
      ...ports,
      clock: {
        now: () => ports.clock.now() + faults.clockShift,
        monotonic: () => ports.clock.monotonic(),
        setTimeout: (callback, delay) => ports.clock.setTimeout(callback, delay),
        clearTimeout: (handle) => ports.clock.clearTimeout(handle),
      },
      socket: wrapSocket(ports.socket),
      http: wrapHttp(ports.http),
      storage: wrapStorage(ports.storage),
    }),
  }
}

/** The reason of a closed socket that a browser reports without a network. */
const cutReason = { code: 1006, isClean: false }
