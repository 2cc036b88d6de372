import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Composer, QueuedSend } from '#client/composer.ts'
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
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { storeDraftForReload, takeDraftAfterReload } from './draft-across-reload.ts'

export interface Draft {
  /** What is written, as far as drawing needs it: whether there is anything, and its length once that is counted. */
  readonly composition: Composition
  /** The text as it last came from elsewhere than the textbox: another one means that the textbox has to show it. */
  readonly source: Composition
  /** What is written now, also before the next drawing. */
  readonly current: () => Composition
  /** Queues sends and saves the text. */
  readonly composer: Composer
  /** What it answers; gone as soon as that message is, and once it was sent. */
  readonly quote: QuotedMessage | undefined
  /** The textbox says what is written. */
  readonly write: (composition: Composition) => void
  /**
   * The same of a textbox that has painted it already: drawn anew is only what depends on more than the words
   * themselves.
   */
  readonly follow: (composition: Composition) => void
  /** Puts another text in its place. */
  readonly replace: (composition: Composition) => void
  /**
   * Takes away all that is written, for it is being sent, and saves that at once. It is drawn by the function that is
   * handed back, in one frame with the bubble: a frame of its own would hold up what the storage answers. It does not
   * wait long.
   */
  readonly leave: () => () => void
  /** Saves at once what is not saved yet. */
  readonly save: () => void
  /** Puts a text back before what is written now. */
  readonly putBack: (composition: Composition) => void
  /** Answers a message, or none. */
  readonly answer: (quote: QuotedMessage | null) => void
}

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

const isQueued = (quote: QuotedMessage | undefined, queue: readonly QueuedSend[]): boolean =>
  queue.some((send) => send.quote !== undefined && send.quote.serverId === quote?.serverId)

/**
 * What is being written: restored from the draft, saved while it changes and when the page is left or hidden [SESS-63
 * SESS-64].
 */
export const useDraft = (conversationId: ConversationId): Draft => {
  const account = useAccount()
  const { text, mentions, quote } = useSelected(account.conversations, (all) => {
    const found = all.find(({ id }) => id === conversationId)
    return { text: found?.draft ?? '', mentions: found?.draftMentions, quote: found?.draftQuote }
  })
  const stored = useMemo(() => readComposition(text, mentions), [text, mentions])
  const composer = account.composer(conversationId)
  const owner = useMemo(() => ({ userId: account.userId, conversationId }), [account, conversationId])
  const queue = useReadable(composer.queue)
  const [written, setWritten] = useState((): Written | undefined => {
    const afterReload = takeDraftAfterReload(owner)
    const opened = composer.open(stored)
    if (afterReload) composer.edit(afterReload)
    const composition = afterReload ?? opened
    return composition && { composition, source: composition }
  })

  useEffect(() => {
    const save = () => composer.save()
    const close = () => {
      save()
      storeDraftForReload(owner, composer.unsaved())
    }
    // A page that comes back from the back/forward cache has not lost its text.
    const comeBack = () => void takeDraftAfterReload(owner)
    document.addEventListener('visibilitychange', save)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', save)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', comeBack)
      save()
    }
  }, [composer, owner])

  const write = (composition: Composition) => {
    composer.edit(composition)
    setWritten((before) => ({ composition, source: before?.source ?? stored }))
  }
  const follow = (composition: Composition) => {
    if (written === undefined || !looksAlike(written.composition, composition)) return write(composition)
    composer.edit(composition)
  }
  // Another object each time: what was empty before is to be shown empty again after something was written.
  const show = (composition: Composition) => setWritten({ composition, source: { ...composition } })
  const replace = (composition: Composition) => {
    composer.edit(composition)
    show(composition)
  }
  return {
    composition: written?.composition ?? stored,
    source: written?.source ?? stored,
    current: composer.current,
    composer,
    quote: isQueued(quote, queue) ? undefined : quote,
    write,
    follow,
    replace,
    leave: () => {
      composer.edit(emptyComposition)
      composer.save()
      return onceOrTouched(() => flushSync(() => show(composer.current())))
    },
    save: composer.save,
    putBack: (composition) => replace(joinCompositions(composition, composer.current())),
    answer: composer.quote,
  }
}

/** What begins every way in which somebody goes on writing, or looks elsewhere. */
const touches = ['keydown', 'beforeinput', 'compositionstart', 'paste', 'drop', 'pointerdown'] as const
/** As long as this nobody sees that something is late, ms. */
const unseen = 50

/**
 * Runs `act` once: when the function that is handed back is called, before anything hears that the page is touched, or
 * 50 ms from now, whichever is first.
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
