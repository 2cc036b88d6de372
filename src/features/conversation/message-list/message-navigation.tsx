import { ArrowUp, ChevronDown } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { badgeText } from '#domain/formats/row-badge.ts'
import { findShortcut } from '#domain/keyboard/shortcuts.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { Badge } from '#src/ui/badge.tsx'
import { PressButton } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import styles from './message-navigation.module.css'

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

interface JumpButtonsProps {
  readonly hasLatest: boolean
  readonly hasFirstUnread: boolean
  /** Unread messages below the viewport. */
  readonly newCount: number
  readonly onLatest: () => void
  readonly onFirstUnread: () => void
}

/** Floating buttons: to the first unread message, and to the latest with the number of new ones [VIEW-09 VIEW-10]. */
export const JumpButtons = (props: JumpButtonsProps) => {
  const text = useText()
  const countId = useId()
  return (
    <div className={styles.buttons}>
      {props.hasFirstUnread && (
        <JumpButton label={text('conversation.first-unread')} onPress={props.onFirstUnread}>
          <ArrowUp aria-hidden="true" />
        </JumpButton>
      )}
      {props.hasLatest && (
        <div className={styles.counted}>
          <JumpButton label={text('conversation.latest')} describedBy={countId} onPress={props.onLatest}>
            <ChevronDown aria-hidden="true" />
          </JumpButton>
          {/* Outside the button, whose name must contain its visible text. */}
          {props.newCount > 0 && (
            <span className={styles.badge}>
              <Badge text={badgeText(props.newCount)} />
            </span>
          )}
        </div>
      )}
      {props.newCount > 0 && (
        <span id={countId} hidden>
          {text('conversation.new-count', { count: props.newCount })}
        </span>
      )}
    </div>
  )
}

interface JumpButtonProps {
  readonly label: string
  /** Details for the accessible description. */
  readonly describedBy?: string
  readonly onPress: () => void
  readonly children: ReactNode
}

const JumpButton = ({ label, describedBy, onPress, children }: JumpButtonProps) => {
  const { target, tooltip } = useTooltip({ text: label, placement: 'top' })
  const described = [describedBy, target['aria-describedby']].filter(Boolean).join(' ')
  return (
    <>
      <PressButton
        {...target}
        aria-label={label}
        aria-describedby={described || undefined}
        className={styles.button}
        onPress={onPress}
      >
        {children}
      </PressButton>
      {tooltip}
    </>
  )
}
