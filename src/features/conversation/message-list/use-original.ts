import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

interface OriginalOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly messages: readonly TimelineMessage[]
  /** Scrolls to a message of the list and focuses it. */
  readonly goTo: (index: number, key: string) => void
  /** Called for a message that is not in the list. */
  readonly onElsewhere: (quote: QuotedMessage) => void
}

/** Duration of a highlight, ms. */
const flashTime = 1600

interface Originals {
  /** Jumps to the original of a quote, or calls `onElsewhere` [VIEW-26]. A stable function. */
  readonly showOriginal: (quote: QuotedMessage) => void
  /** Highlights a message once it is rendered. */
  readonly standOut: (key: string) => void
}

/** Jumps to quoted messages and highlights jump targets. */
export const useOriginal = (options: OriginalOptions): Originals => {
  const wanted = useRef<string>(undefined)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
    const key = wanted.current
    if (key === undefined) return
    const articles = options.list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    const article = [...articles].find((each) => each.dataset.key === key)
    if (article === undefined) return
    wanted.current = undefined
    flash(article)
  })
  const standOut = useCallback((key: string) => {
    wanted.current = key
  }, [])
  const showOriginal = useCallback((quote: QuotedMessage) => {
    const { messages, goTo, onElsewhere } = latest.current
    const index = messages.findIndex(({ serverId }) => serverId === quote.serverId)
    const key = messages[index]?.key
    if (key === undefined) return onElsewhere(quote)
    wanted.current = key
    goTo(index, key)
  }, [])
  return { showOriginal, standOut }
}

const flash = (article: HTMLElement): void => {
  const colour = 'color-mix(in oklch, var(--brand) 22%, transparent)'
  article.animate(
    { backgroundColor: [colour, colour, 'transparent'], borderRadius: ['10px', '10px', '10px'] },
    { duration: flashTime, easing: 'ease-out' },
  )
}
