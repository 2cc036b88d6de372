/** Saves a draft while it is being written, without a write per key. */
export interface DraftSaver<Draft> {
  /** What is written has changed to this. */
  edit(draft: Draft): void
  /** Saves at once what is not saved yet. */
  flush(): void
}

export interface DraftTimers {
  setTimeout(callback: () => void, delay: number): unknown
  clearTimeout(handle: unknown): void
}

/** A change is saved at most this long after it was made, ms. */
export const draftDelay = 400

/** Takes what was saved last, how to save, timers, and what counts as unchanged; the first change after a save starts the wait. */
export function createDraftSaver<Draft>(
  saved: Draft,
  save: (draft: Draft) => void,
  timers: DraftTimers,
  isSame: (left: Draft, right: Draft) => boolean = Object.is,
): DraftSaver<Draft> {
  let lastSaved = saved
  let current = saved
  let handle: { readonly timer: unknown } | undefined

  const flush = () => {
    if (handle !== undefined) timers.clearTimeout(handle.timer)
    handle = undefined
    if (isSame(current, lastSaved)) return
    lastSaved = current
    save(current)
  }
  return {
    edit: (draft) => {
      current = draft
      handle ??= { timer: timers.setTimeout(flush, draftDelay) }
    },
    flush,
  }
}
