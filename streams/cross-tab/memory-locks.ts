import type { LocksPort } from '../ports.ts'

interface LockRequest {
  start(): void
  lose(): void
}

/**
 * Creates exclusive locks within one process, in the order of requests: for bots, tests, and browsers without Web
 * Locks.
 */
export function createMemoryLocks(): LocksPort {
  const queues = new Map<string, LockRequest[]>()

  function ask<Result>(
    name: string,
    signal: AbortSignal,
    holder: (lost: AbortSignal) => Promise<Result>,
    enter: (queue: LockRequest[], request: LockRequest) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const lost = new AbortController()
      const leave = () => {
        const place = queue.indexOf(request)
        if (place < 0) return
        queue.splice(place, 1)
        if (place === 0) queue[0]?.start()
      }
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      const request: LockRequest = {
        start() {
          signal.removeEventListener('abort', giveUp)
          void Promise.resolve()
            .then(() => holder(lost.signal))
            .then(resolve, reject)
            .finally(leave)
        },
        lose() {
          lost.abort(Object.assign(new Error('The lock was stolen'), { name: 'AbortError' }))
          reject(lost.signal.reason)
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      enter(queue, request)
    })
  }

  return {
    hold: (name, signal, holder) =>
      ask(name, signal, holder, (queue, request) => {
        if (queue.push(request) === 1) request.start()
      }),
    steal: (name, signal, holder) =>
      ask(name, signal, holder, (queue, request) => {
        const stolenFrom = queue.shift()
        queue.unshift(request)
        stolenFrom?.lose()
        request.start()
      }),
  }
}
