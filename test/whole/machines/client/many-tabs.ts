import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import type { HttpRequest, HttpResponse, LocksPort, Ports } from '#streams/ports.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import type { InProcessWorld, Person } from '#test/unit/client/in-process-world.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'

/** The fate of a request. `pass` delivers it. */
export type Fate = (request: HttpRequest, pass: () => Promise<HttpResponse>) => Promise<HttpResponse>

export interface OpenedTab {
  readonly person: Person
  /** Kills the process: its locks are free, and it sends and receives nothing. */
  kill(): void
  /** Freezes the page: it does not run, but it keeps its locks. */
  freeze(): void
}

const never = <Value>() => new Promise<Value>(() => {})

/** One device whose tabs share disk, locks and channel. Counts each tab's requests by path. */
export function openDevice(world: InProcessWorld) {
  const disk = createMemoryDisk()
  const [locks, bus] = [createMemoryLocks(), createBus()]
  const requests: string[] = []

  function open(fate: Fate = (_, pass) => pass()): OpenedTab {
    let isStill = false
    let die = () => {}
    const death = new Promise<never>((_, reject) => {
      die = () => reject(new Error('The tab is gone'))
    })
    death.catch(() => {})
    const whileAwake = async <Value>(work: Promise<Value>): Promise<Value> => {
      await work.catch(() => {})
      return isStill ? never() : work
    }
    const mortal =
      (ask: LocksPort['hold']): LocksPort['hold'] =>
      (name, signal, holder) =>
        isStill ? never() : whileAwake(ask(name, signal, (lost) => Promise.race([holder(lost), death])))
    const channel = bus.open()
    const observe = (ports: Ports): Ports => ({
      ...ports,
      locks: { hold: mortal(locks.hold), steal: mortal(locks.steal) },
      channel: {
        post: (message) => (isStill ? undefined : channel.post(message)),
        subscribe: (listener) => channel.subscribe((message) => (isStill ? undefined : listener(message))),
      },
      http: {
        request(request) {
          if (isStill) return never()
          requests.push(new URL(request.url).pathname)
          return whileAwake(fate(request, () => ports.http.request(request)))
        },
      },
    })
    const person = world.start(disk, { inspect: () => {}, observe })
    return {
      person,
      kill() {
        isStill = true
        die()
      },
      freeze() {
        isStill = true
      },
    }
  }

  return { disk, open, countOf: (path: string) => requests.filter((one) => one.endsWith(path)).length }
}
