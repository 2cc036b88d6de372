import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'

/** Frames on their way out, in order; they leave only while it drains [SOCK-18]. */
export interface FrameQueue {
  add(frame: ClientFrame): void
  /** Takes a frame back; false when it has left already. */
  withdraw(frame: ClientFrame): boolean
  setDraining(isDraining: boolean): void
  isDraining(): boolean
}

export function createFrameQueue(send: (frame: ClientFrame) => void): FrameQueue {
  const waiting: ClientFrame[] = []
  let isDraining = false

  const drain = () => {
    while (isDraining) {
      const next = waiting.shift()
      if (!next) return
      send(next)
    }
  }
  return {
    add(frame) {
      waiting.push(frame)
      drain()
    },
    withdraw(frame) {
      const index = waiting.indexOf(frame)
      if (index < 0) return false
      waiting.splice(index, 1)
      return true
    },
    setDraining(next) {
      isDraining = next
      drain()
    },
    isDraining: () => isDraining,
  }
}
