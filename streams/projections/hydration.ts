import type { ConversationId } from '#schemas/ids.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import { storageLimits } from '../storage/storage-limits.ts'

/** Reads the conversation that a start shows before anybody has opened it. */
export interface Hydration<Read> {
  /** Begins to read; what nobody has taken after 6 s is let go, and what is not read by then is given up [STORE-04]. */
  start(id: ConversationId): void
  /**
   * Hands over what is being read of this conversation, once, which is undefined when it could not be read. Says so at once when it is
   * another one: nobody is to wait for that.
   */
  take(id: ConversationId): Promise<Read | undefined> | undefined
  stop(): void
}

export function createHydration<Read>(options: {
  readonly clock: Clock
  read(id: ConversationId): Promise<Read>
  /** Gets what nobody took. */
  discard(read: Read): void
}): Hydration<Read> {
  const { clock, discard } = options
  let current: { readonly id: ConversationId; readonly reading: Promise<Read | undefined> } | undefined
  let timer: TimerHandle | undefined

  const release = () => {
    const released = current
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    current = undefined
    return released
  }
  const stop = () => {
    void release()?.reading.then((read) => {
      if (read !== undefined) discard(read)
    })
  }

  return {
    start(id) {
      stop()
      // Whoever opens the conversation reads it again, and is told of the fault.
      current = { id, reading: options.read(id).catch(() => undefined) }
      timer = clock.setTimeout(stop, storageLimits.hydrating)
    },
    take(id) {
      if (current?.id === id) return release()?.reading
      stop()
      return undefined
    },
    stop,
  }
}
