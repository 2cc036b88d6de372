/** Saves a draft while it is being written, without a write per key. */
export interface DraftSaver {
  /** The text has changed to this. */
  edit(text: string): void
  /** Saves at once what is not saved yet. */
  flush(): void
}

export interface DraftTimers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(handle: unknown): void
}

/** A change is saved at most this long after it was made, ms. */
export const draftDelay = 400

/** Takes the text saved last, how to save, and timers; the first change after a save starts the wait. */
export function createDraftSaver(
  saved: string,
  save: (text: string) => void,
  timers: DraftTimers,
): DraftSaver {
  let lastSaved = saved
  let current = saved
  let handle: { readonly timer: unknown } | undefined

  const flush = () => {
    if (handle !== undefined) timers.clearTimeout(handle.timer)
    handle = undefined
    if (current === lastSaved) return
    lastSaved = current
    save(current)
  }
  return {
    edit: (text) => {
      current = text
      handle ??= { timer: timers.setTimeout(flush, draftDelay) }
    },
    flush,
  }
}
