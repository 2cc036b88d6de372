import type { VisibilityPort } from '#streams/ports.ts'

/** The parts of a device's environment that a test may change. */
export interface TestEnvironment extends VisibilityPort {
  /** Whether frames from the server are lost, while those to the server arrive. */
  isDeaf(): boolean
  set(change: { isVisible?: boolean; isOnline?: boolean; isDeaf?: boolean }): void
}

export function createTestEnvironment(): TestEnvironment {
  const listeners = new Set<() => void>()
  const state = { isVisible: true, isOnline: true, isDeaf: false }
  return {
    isVisible: () => state.isVisible,
    isOnline: () => state.isOnline,
    isDeaf: () => state.isDeaf,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(change) {
      Object.assign(state, change)
      for (const listener of [...listeners]) listener()
    },
  }
}
