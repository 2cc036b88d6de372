import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

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
    const isOwnKey = event.target === message || event.target === list.current
    if (!isOwnKey || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const walk = walks[event.key]
    if (walk === undefined) return
    event.preventDefault()
    if (walk === 'first' || walk === 'last') onEnd(walk)
    else step(message?.dataset.key, walk)
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

const walks: Readonly<Record<string, 1 | -1 | 'first' | 'last'>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  Home: 'first',
  End: 'last',
}
