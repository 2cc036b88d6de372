import { areSameMentions } from '#domain/conversation/draft.ts'
import type { Composition } from '#domain/message/composition.ts'
import type { Ports, TimerHandle } from '#streams/ports.ts'

/** A change is saved at most this long after it was made, ms. */
export const longestDraftDelay = 400

/** Whether two texts have the same words and mentions. */
export const isSameComposition = (left: Composition, right: Composition): boolean =>
  left.text === right.text && areSameMentions(left.mentions, right.mentions)

/** Saves a draft during typing without a write per key: the first change after a save starts the delay. */
export function createDraftSaver(
  current: () => Composition | undefined,
  save: (draft: Composition) => Promise<unknown>,
  clock: Pick<Ports['clock'], 'setTimeout' | 'clearTimeout'>,
) {
  let saved: Composition | undefined
  let timer: TimerHandle | undefined
  let openSaves = 0

  const flush = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    const draft = current()
    if (draft === undefined || (saved !== undefined && isSameComposition(draft, saved))) return
    saved = draft
    openSaves += 1
    void save(draft).finally(() => {
      openSaves -= 1
    })
  }
  return {
    start(stored: Composition) {
      saved = stored
    },
    isPending: () => timer !== undefined,
    /** False from a change until the draft is stored. */
    isStored: () => timer === undefined && openSaves === 0,
    /** Saves within `longestDraftDelay`. */
    schedule() {
      timer ??= clock.setTimeout(flush, longestDraftDelay)
    },
    /** Saves now, unless the draft is as it was saved last. */
    flush,
  }
}
