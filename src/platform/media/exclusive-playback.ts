/** What can be silenced; every player of a browser can. */
export interface PausablePlayer {
  pause(): void
}

/** Sees to it that of all that plays in a page one thing at most is heard [MEDIA-12]. */
export const createExclusivePlayback = () => {
  let heard: PausablePlayer | undefined
  return {
    /** Something begins to be heard: what was heard before falls silent. */
    begin(player: PausablePlayer): void {
      const before = heard
      heard = player
      if (before !== player) before?.pause()
    },
    /** Nothing is to be heard, as while a voice is recorded. */
    silence(): void {
      const before = heard
      heard = undefined
      before?.pause()
    },
    /** It is heard no more; lets it go. */
    end(player: PausablePlayer): void {
      if (heard === player) heard = undefined
    },
  }
}

/** The players of this page. */
export const exclusivePlayback = createExclusivePlayback()
