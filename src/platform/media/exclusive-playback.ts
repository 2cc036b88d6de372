/** A player that can be paused; every media element can. */
export interface PausablePlayer {
  pause(): void
}

/** Lets at most one player of a page play at a time [MEDIA-12]. */
export const createExclusivePlayback = () => {
  let playing: PausablePlayer | undefined
  return {
    /** Registers a player that starts, and pauses the previous one. */
    begin(player: PausablePlayer): void {
      const before = playing
      playing = player
      if (before !== player) before?.pause()
    },
    /** Pauses the current player, for example during a recording. */
    silence(): void {
      const before = playing
      playing = undefined
      before?.pause()
    },
    /** Removes a player that has stopped. */
    end(player: PausablePlayer): void {
      if (playing === player) playing = undefined
    },
  }
}

/** The players of this page. */
export const exclusivePlayback = createExclusivePlayback()
