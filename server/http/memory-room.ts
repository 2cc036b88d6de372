/** Memory that bodies of requests share while they are received: whoever sends may fill it, but no more than it. */
export interface MemoryRoom {
  /** Begins a body. */
  enter(): RoomShare
}

export interface RoomShare {
  /** Whether there is room for so many more bytes; then they are taken. */
  take(bytes: number): boolean
  /** Gives back all that was taken. */
  leave(): void
}

/** A room for so many bytes. */
export function createMemoryRoom(size: number): MemoryRoom {
  let taken = 0
  return {
    enter() {
      let own = 0
      return {
        take(bytes) {
          if (taken + bytes > size) return false
          taken += bytes
          own += bytes
          return true
        },
        leave() {
          taken -= own
          own = 0
        },
      }
    },
  }
}
