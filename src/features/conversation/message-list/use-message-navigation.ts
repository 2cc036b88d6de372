import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { findShortcut } from '#domain/keyboard/shortcuts.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

interface MessageNavigation {
  /** The key of the message that Tab reaches. */
  readonly tabStop: string | undefined
  readonly onFocus: (event: FocusEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Focuses a message after the next render. */
  readonly focusNext: (key: string) => void
}

interface WalkOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly renderedKeys: readonly string[]
  /** Renders and focuses the oldest or the newest message. */
  readonly onEnd: (end: 'first' | 'last') => void
}

const messageOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null

/** A roving tab index over the messages: arrows move to the next one, Home and End to the first and last. */
export const useMessageNavigation = ({ list, renderedKeys, onEnd }: WalkOptions): MessageNavigation => {
  const [walked, setWalked] = useState<string>()
  const wanted = useRef<string>(undefined)
  const lastKey = renderedKeys.at(-1)
  const tabStop = walked !== undefined && renderedKeys.includes(walked) ? walked : lastKey

  const find = (key: string): HTMLElement | undefined =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(
      (item) => item.dataset.key === key,
    )
  const focus = (item: HTMLElement) => {
    item.focus({ preventScroll: true })
    item.scrollIntoView({ block: 'nearest' })
  }
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const item = find(wanted.current)
    if (item === undefined) return
    wanted.current = undefined
    focus(item)
  })

  const step = (from: string | undefined, by: 1 | -1) => {
    const at = from === undefined ? renderedKeys.length : renderedKeys.indexOf(from)
    const key = renderedKeys[at + by]
    const item = key === undefined ? undefined : find(key)
    if (item !== undefined) focus(item)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const message = messageOf(event.target)
    // A link of a message, such as the sender's name, has no use for these keys; a player's slider has.
    const isLink = event.target instanceof HTMLAnchorElement
    const isOwnKey = isLink || event.target === message || event.target === list.current
    const walk = isOwnKey ? findShortcut(event, walks) : undefined
    if (walk === undefined) return
    event.preventDefault()
    if (walk === 'firstMessage') onEnd('first')
    else if (walk === 'lastMessage') onEnd('last')
    else step(message?.dataset.key, walk === 'olderMessage' ? -1 : 1)
  }
  return {
    tabStop,
    onFocus: (event) => setWalked(messageOf(event.target)?.dataset.key ?? walked),
    onKeyDown,
    focusNext: (key) => {
      wanted.current = key
    },
  }
}

const walks = ['olderMessage', 'newerMessage', 'firstMessage', 'lastMessage'] as const

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
    { duration: flashTime, easing: 'ease-in-out' },
  )
}
