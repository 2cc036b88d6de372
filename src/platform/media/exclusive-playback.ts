/** A player that can be paused; every media element can. */
export interface PausablePlayer {
  pause(): void
}

/** Lets at most one player of a page play at a time [MEDIA-12]. */
export const createExclusivePlayback = () => {
  let heard: PausablePlayer | undefined
  return {
    /** Registers a player that starts, and pauses the previous one. */
    begin(player: PausablePlayer): void {
      const before = heard
      heard = player
      if (before !== player) before?.pause()
    },
    /** Pauses the current player, for example during a recording. */
    silence(): void {
      const before = heard
      heard = undefined
      before?.pause()
    },
    /** Removes a player that has stopped. */
    end(player: PausablePlayer): void {
      if (heard === player) heard = undefined
    },
  }
}

/** The players of this page. */
export const exclusivePlayback = createExclusivePlayback()
