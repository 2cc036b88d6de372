import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Composer, createComposer, type SendGroup } from '#client/composer.ts'
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
  /** The text of the last render. Its emptiness is current, and its length once the counter is shown. */
  readonly composition: Composition
  /** The last text that was set from outside the textbox. The textbox shows it when it changes. */
  readonly source: Composition
  /** Returns the current text, also before the next render. */
  readonly current: () => Composition
  /** Queues sends and saves the text. */
  readonly composer: Composer
  /** The quoted message; undefined once it is deleted or the reply is sent. */
  readonly quote: QuotedMessage | undefined
  /** Called by the textbox with its text. */
  readonly write: (composition: Composition) => void
  /** Called by a textbox that has rendered the text itself. Renders only if the change affects more than the text. */
  readonly writeRendered: (composition: Composition) => void
  /** Replaces the text. */
  readonly replace: (composition: Composition) => void
  /**
   * Clears the text, because it is being sent, and saves that at once. The returned function renders the change, in
   * one frame with the new message, because a frame of its own would delay the storage's response. It runs after 50 ms
   * at the latest.
   */
  readonly leave: () => () => void
  /** Saves an unsaved text now. */
  readonly save: () => void
  /** Inserts a text before the current one. */
  readonly putBack: (composition: Composition) => void
  /** Sets or removes the quoted message. */
  readonly setQuote: (quote: QuotedMessage | null) => void
}

/** The length from which the number of characters is shown. */
export const counterShownFrom = longestMessage - 1000

/** Whether two texts render the same apart from the text itself. */
const looksAlike = (left: Composition, right: Composition): boolean =>
  (left.text === '') === (right.text === '') &&
  isBlank(left) === isBlank(right) &&
  Math.max(left.text.length, right.text.length) <= counterShownFrom

interface Written {
  readonly composition: Composition
  readonly source: Composition
}

const isQueued = (quote: QuotedMessage | undefined, queue: readonly SendGroup[]): boolean =>
  queue.some((send) => send.quote !== undefined && send.quote.serverId === quote?.serverId)

/**
 * The current text of a conversation: restored from the draft, and saved while it changes and when the page is left
 * or hidden [SESS-63 SESS-64].
 */
export const useDraft = (conversationId: ConversationId): Draft => {
  const account = useAccount()
  const { text, mentions, quote } = useSelected(account.conversations, (all) => {
    const found = all.find(({ id }) => id === conversationId)
    return { text: found?.draft ?? '', mentions: found?.draftMentions, quote: found?.draftQuote }
  })
  const stored = useMemo(() => readComposition(text, mentions), [text, mentions])
  const composer = account.composer(conversationId, createComposer)
  const owner = useMemo(() => ({ userId: account.userId, conversationId }), [account, conversationId])
  const queue = useReadable(composer.queue)
  const [written, setWritten] = useState((): Written | undefined => {
    const afterReload = takeDraftAfterReload(owner)
    const opened = composer.open(stored)
    if (afterReload) composer.edit(afterReload)
    const composition = afterReload ?? opened
    return composition && { composition, source: composition }
  })

  // While an input method composes, the text is not replaced by a draft of another device.
  const trackComposition = useEffectEvent(({ type }: Event) => {
    composer.setComposing(type === 'compositionstart')
    setWritten((before) => before ?? { composition: stored, source: stored })
  })
  useEffect(() => {
    const track = (event: Event) => trackComposition(event)
    document.addEventListener('compositionstart', track)
    document.addEventListener('compositionend', track)
    return () => {
      document.removeEventListener('compositionstart', track)
      document.removeEventListener('compositionend', track)
    }
  }, [])

  useEffect(() => {
    const leave = () => composer.leave()
    const close = () => {
      leave()
      storeDraftForReload(owner, composer.unsaved())
    }
    // A page restored from the back/forward cache still has its text.
    const comeBack = () => void takeDraftAfterReload(owner)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', close)
    window.addEventListener('pageshow', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [composer, owner])

  const write = (composition: Composition) => {
    composer.edit(composition)
    setWritten((before) => ({ composition, source: before?.source ?? stored }))
  }
  const writeRendered = (composition: Composition) => {
    if (written === undefined || !looksAlike(written.composition, composition)) return write(composition)
    composer.edit(composition)
  }
  // A new object each time, so that setting an empty text again clears the textbox.
  const show = (composition: Composition) => setWritten({ composition, source: { ...composition } })
  useEffect(
    () =>
      composer.restored.subscribe(() => {
        const composition = composer.restored.get()
        if (composition) setWritten({ composition, source: { ...composition } })
      }),
    [composer],
  )
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
    writeRendered,
    replace,
    leave: () => {
      composer.edit(emptyComposition)
      composer.save()
      return onceOrTouched(() => flushSync(() => show(composer.current())))
    },
    save: composer.save,
    putBack: (composition) => replace(joinCompositions(composition, composer.current())),
    setQuote: composer.quote,
  }
}

/** The events that start any further input or navigation. */
const touches = ['keydown', 'beforeinput', 'compositionstart', 'paste', 'drop', 'pointerdown'] as const
/** The longest delay that nobody notices, ms. */
const unseen = 50

/**
 * Runs `act` once: when the returned function is called, before the page handles an input, or after 50 ms, whichever
 * is first.
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
