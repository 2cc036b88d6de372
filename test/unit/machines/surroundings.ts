import type { VisibilityPort } from '#streams/ports.ts'

/** What of a device's surroundings a test may change. */
export interface Surroundings extends VisibilityPort {
  set(change: { isVisible?: boolean; isOnline?: boolean }): void
}

export function createSurroundings(): Surroundings {
  const listeners = new Set<() => void>()
  const state = { isVisible: true, isOnline: true }
  return {
    isVisible: () => state.isVisible,
    isOnline: () => state.isOnline,
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
