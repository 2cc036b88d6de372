import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { areSameMentions } from '#domain/conversation/draft.ts'
import {
  type Composition,
  emptyComposition,
  isBlank,
  joinCompositions,
  readComposition,
} from '#domain/message/composition.ts'
import { longestMessage } from '#domain/message/message-content.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/app/use-readable.ts'
import { type Departure, type Departures, departuresOf } from './departures.ts'

export interface Draft {
  /** What is written, as far as drawing needs it: whether there is anything, and its length once that is counted. */
  readonly composition: Composition
  /** The text as it last came from elsewhere than the textbox: another one means that the textbox has to show it. */
  readonly source: Composition
  /** What is written now, also before the next drawing. */
  readonly current: () => Composition
  /** What was sent and is not in the log yet: it is saved with what is written, and not shown any more. */
  readonly departures: Departures
  /** What it answers; gone as soon as that message is, and once it was sent. */
  readonly quote: QuotedMessage | undefined
  /** The textbox says what is written. */
  readonly write: (composition: Composition) => void
  /** The same of a textbox that has painted it already: drawn anew is only what depends on more than the words themselves. */
  readonly follow: (composition: Composition) => void
  /** Puts another text in its place. */
  readonly replace: (composition: Composition) => void
  /**
   * Takes away all that is written, for it is being sent, and saves that at once. It is drawn by the function that is handed
   * back, in one frame with the bubble: a frame of its own would hold up what the storage answers. It does not wait long.
   */
  readonly leave: () => () => void
  /** Saves at once what is not saved yet. */
  readonly save: () => void
  /** Puts a text back before what is written now. */
  readonly putBack: (composition: Composition) => void
  /** Answers a message, or none. */
  readonly answer: (quote: QuotedMessage | null) => void
}

const timers = {
  setTimeout: (callback: () => void, delay: number): unknown => window.setTimeout(callback, delay),
  clearTimeout: (handle: unknown) => {
    if (typeof handle === 'number') window.clearTimeout(handle)
  },
}

const isSame = (left: Composition, right: Composition): boolean =>
  left.text === right.text && areSameMentions(left.mentions, right.mentions)

/** From this length on the number of characters shows. */
export const countedFrom = longestMessage - 1000

/** Whether all that is drawn of a text beside its words is the same for both. */
const looksAlike = (left: Composition, right: Composition): boolean =>
  (left.text === '') === (right.text === '') &&
  isBlank(left) === isBlank(right) &&
  Math.max(left.text.length, right.text.length) <= countedFrom

interface Written {
  readonly composition: Composition
  readonly source: Composition
}

/** The draft of a conversation with departures holds these too: only what was written beside them is to be shown. */
const writtenBeside = (departures: Departures): Written | undefined => {
  if (departures.waiting.get().length === 0) return undefined
  const composition = departures.written()
  return { composition, source: composition }
}

const isUnderWay = (quote: QuotedMessage | undefined, departures: readonly Departure[]): boolean =>
  departures.some((one) => one.quote !== undefined && one.quote.serverId === quote?.serverId)

/** What is being written: restored from the draft, saved while it changes and when the page is left or hidden [SESS-63 SESS-64]. */
export const useDraft = (conversationId: ConversationId): Draft => {
  const account = useAccount()
  const { text, mentions, quote } = useSelected(account.conversations, (all) => {
    const found = all.find(({ id }) => id === conversationId)
    return { text: found?.draft ?? '', mentions: found?.draftMentions, quote: found?.draftQuote }
  })
  const stored = useMemo(() => readComposition(text, mentions), [text, mentions])
  const departures = departuresOf(account, conversationId)
  const waiting = useReadable(departures.waiting)
  const [written, setWritten] = useState(() => writtenBeside(departures))
  const latest = useRef(written?.composition)
  const saver = useRef<DraftSaver<Composition>>(undefined)
  saver.current ??= createDraftSaver(
    stored,
    (composition) => void account.dispatch({ type: 'SaveDraft', conversationId, ...composition }),
    timers,
    isSame,
  )

  useEffect(() => {
    const flush = () => saver.current?.flush()
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const current = () => latest.current ?? stored
  const kept = () => {
    departures.note(current())
    return departures.kept()
  }
  const note = (composition: Composition) => {
    latest.current = composition
    saver.current?.edit(kept())
  }
  const save = () => {
    saver.current?.edit(kept())
    saver.current?.flush()
  }
  // What has left changes what is to be saved, though nothing was written.
  const noteDepartures = useEffectEvent(() => {
    if (latest.current !== undefined) saver.current?.edit(kept())
  })
  useEffect(() => {
    if (waiting !== undefined) noteDepartures()
  }, [waiting])
  const write = (composition: Composition) => {
    note(composition)
    setWritten((before) => ({ composition, source: before?.source ?? stored }))
  }
  const follow = (composition: Composition) => {
    if (written === undefined || !looksAlike(written.composition, composition)) return write(composition)
    note(composition)
  }
  // Another object each time: what was empty before is to be shown empty again after something was written.
  const show = (composition: Composition) => setWritten({ composition, source: { ...composition } })
  const replace = (composition: Composition) => {
    note(composition)
    show(composition)
  }
  return {
    composition: written?.composition ?? stored,
    source: written?.source ?? stored,
    current,
    departures,
    quote: isUnderWay(quote, waiting) ? undefined : quote,
    write,
    follow,
    replace,
    leave: () => {
      note(emptyComposition)
      save()
      return onceOrTouched(() => flushSync(() => show(current())))
    },
    save,
    putBack: (composition) => replace(joinCompositions(composition, current())),
    answer: (next) => {
      saver.current?.flush()
      void account.dispatch({ type: 'SaveDraft', conversationId, ...kept(), quote: next })
    },
  }
}

/** What begins every way in which somebody goes on writing, or looks elsewhere. */
const touches = ['keydown', 'beforeinput', 'compositionstart', 'paste', 'drop', 'pointerdown'] as const
/** As long as this nobody sees that something is late, ms. */
const unseen = 50

/**
 * Runs `act` once: when the function that is handed back is called, before anything hears that the page is touched, or 50 ms
 * from now, whichever is first.
 */
function onceOrTouched(act: () => void): () => void {
  const done = new AbortController()
  const run = () => {
    if (done.signal.aborted) return
    done.abort()
    clearTimeout(timer)
    act()
  }
  const timer = setTimeout(run, unseen)
  for (const touch of touches) window.addEventListener(touch, run, { capture: true, signal: done.signal })
  return run
}

/** Saves a draft while it is being written, without a write per key. */
interface DraftSaver<Draft> {
  /** What is written has changed to this. */
  edit(draft: Draft): void
  /** Saves at once what is not saved yet. */
  flush(): void
}

interface DraftTimers {
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
