import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import {
  type Anchors,
  chooseAnchors,
  findVisible,
  isReplaced,
  pushAfter,
  scrollCorrection,
} from '#domain/message-list/anchor.ts'
import {
  distanceToTail,
  type RenderedExtent,
  type ScrollMetrics,
  type ScrollMode,
  scrollMode,
  tailReach,
} from '#domain/message-list/scroll-mode.ts'

export type Jump =
  | { readonly to: 'tail' }
  /** `offset`: distance of the message's top from the top of the readable part of the list, px. */
  | { readonly to: 'message'; readonly key: string; readonly offset: number }

/** The scroll position after a scroll or layout change. */
export interface SettledScroll {
  readonly mode: ScrollMode
  readonly metrics: ScrollMetrics
  /** Keys of the first and last visible message; undefined when none is visible. */
  readonly seen: { readonly first: string; readonly last: string } | undefined
}

/** Keeps the visible messages in place while the content around them changes. */
interface ScrollAnchor {
  /** Call after every render, before paint. */
  settle(extent: RenderedExtent): void
  /** Call when content changed its height outside a render of the list. */
  resettle(): void
  /** Carries out a jump at the next `settle`. */
  request(jump: Jump): void
  /** Scrolls to the newest rendered message; smoothly when it is near. */
  glideToTail(): void
  /** Anchors the next height change to the top of this message, even at the tail. */
  hold(key: string): void
  dispose(): void
}

const keysOf = (items: readonly HTMLElement[]): readonly string[] =>
  items.map(({ dataset }) => dataset.key ?? '')

/** Longest smooth scroll, in viewport heights. */
const longestGlide = 3
/** Events by which the user scrolls, and so interrupts a smooth scroll. */
const takingOver = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const
/** Longest time from such an event to a scroll that it causes, ms. */
const inputReach = 1000
/** Time that the floating date stays after scrolling, ms. */
const floatingTime = 1200

/**
 * Creates the scroll anchor of a container. `content` is the block of messages inside it, each with `data-key`. Heights
 * may change at any time (media, fonts, width); a resize observer restores the position before paint.
 */
function createScrollAnchor(
  container: HTMLElement,
  content: HTMLElement,
  onSettled: (settled: SettledScroll) => void,
): ScrollAnchor {
  let extent: RenderedExtent = { showsNewest: true, showsOldest: false, showsLast: true }
  let mode: ScrollMode = 'tail'
  let anchors: Anchors = { placed: [], scrollTop: 0 }
  let items: readonly HTMLElement[] = []
  let jump: Jump | undefined
  let isPinned = false
  /** The rounding remainder of whole-pixel scrolling, px; always less than one. */
  let push = 0
  let isGliding = false
  /** The height of what lies over the beginning of the list, px. */
  let covered = 0
  /** The time of the user's last input, ms. */
  let touchedAt = Number.NEGATIVE_INFINITY
  let last = { scrollHeight: 0, contentHeight: 0, newest: '' }
  let slide: Animation | undefined
  let floating: ReturnType<typeof setTimeout> | undefined

  const edge = (index: number, side: 'top' | 'bottom'): number =>
    items[index]?.getBoundingClientRect()[side] ?? 0
  const keyAt = (index: number): string => items[index]?.dataset.key ?? ''
  const offsetOf = (key: string): number | undefined => {
    const item = items.find(({ dataset }) => dataset.key === key)
    return item && item.getBoundingClientRect().top - container.getBoundingClientRect().top
  }
  const metrics = (): ScrollMetrics => ({
    scrollTop: container.scrollTop,
    scrollHeight: container.scrollHeight,
    clientHeight: container.clientHeight,
  })
  const pushBy = (distance: number) => {
    if (push === distance) return
    push = distance
    content.style.marginBlockStart = `${distance}px`
  }
  /** Scrolls exactly to the end, although scroll positions are whole device pixels. Pushes only if it must. */
  const toTail = () => {
    const belowEnd = () => {
      container.scrollTop = container.scrollHeight
      return content.getBoundingClientRect().bottom - container.getBoundingClientRect().bottom
    }
    if (belowEnd() === 0) return
    pushBy(0)
    pushBy(pushAfter(belowEnd(), 0))
  }

  const measure = () => {
    const top = container.getBoundingClientRect().top + covered
    const range = findVisible(items.length, container.clientHeight - covered, {
      topOf: (index) => edge(index, 'top') - top,
      bottomOf: (index) => edge(index, 'bottom') - top,
    })
    const visible = range === undefined ? [] : items.slice(range.first, range.last + 1)
    const placed = visible.map((item) => ({
      key: item.dataset.key ?? '',
      offset: item.getBoundingClientRect().top - top,
    }))
    const chosen = chooseAnchors(placed, keyAt(0))
    // What lies over the list may come or go before the next measurement, so it is no part of the stored offsets.
    const inContainer = chosen.map(({ key, offset }) => ({ key, offset: offset + covered }))
    anchors = { placed: inContainer, scrollTop: container.scrollTop }
    last = {
      scrollHeight: container.scrollHeight,
      contentHeight: content.offsetHeight,
      newest: keyAt(items.length - 1),
    }
    mode = scrollMode(metrics(), extent)
    if (mode === 'tail') isGliding = false
    markFloatingDays(content)
    onSettled({
      mode,
      metrics: metrics(),
      seen: range && { first: keyAt(range.first), last: keyAt(range.last) },
    })
  }

  const carryOut = (wanted: Jump) => {
    if (wanted.to === 'tail') return toTail()
    const offset = offsetOf(wanted.key)
    if (offset !== undefined) container.scrollTop += offset - covered - wanted.offset
  }
  const restore = () => {
    const moved = scrollCorrection(anchors, metrics(), offsetOf)
    if (moved === 0) return
    const before = container.scrollTop
    // Computed without the current push, so that rounding errors never add up.
    const wanted = moved - push
    container.scrollTop += wanted
    pushBy(pushAfter(wanted, container.scrollTop - before))
  }
  const followTail = () => {
    const grown = content.offsetHeight - last.contentHeight
    const isNews = last.newest !== '' && keyAt(items.length - 1) !== last.newest
    toTail()
    if (isNews && grown > 0) slide = slideUp(content, Math.min(grown, container.clientHeight))
  }

  const adjust = () => {
    // A hidden pane has no layout; it settles when it is shown again.
    if (container.clientHeight === 0) return
    // "auto" without anything over the list.
    covered = Number.parseFloat(getComputedStyle(container).scrollPaddingBlockStart) || 0
    const before = items
    items = [...content.querySelectorAll<HTMLElement>('[data-key]')]
    const follows = (mode === 'tail' || isGliding) && extent.showsNewest
    if (jump !== undefined) carryOut(jump)
    else if (follows && !isPinned) followTail()
    else if (extent.showsNewest && isReplaced(keysOf(before), keysOf(items))) toTail()
    else restore()
    jump = undefined
    isPinned = false
    measure()
  }

  const showFloatingDay = () => {
    container.dataset.scrolling = 'true'
    clearTimeout(floating)
    floating = setTimeout(() => delete container.dataset.scrolling, floatingTime)
  }
  const scrolled = ({ timeStamp }: Event) => {
    // A height change just before this event means that the layout scrolled, not the user.
    if (container.scrollHeight !== last.scrollHeight) return adjust()
    if (container.scrollTop === anchors.scrollTop) return
    // So does a small distance without input: the content was shorter for a moment, and the browser scrolled back to it.
    const isUntouched = mode === 'tail' && timeStamp - touchedAt > inputReach
    if (isUntouched && distanceToTail(metrics()) <= tailReach) return adjust()
    showFloatingDay()
    if (distanceToTail(metrics()) > 0) slide?.cancel()
    measure()
  }

  const takeOver = ({ timeStamp }: Event) => {
    isGliding = false
    touchedAt = timeStamp
  }
  const observer = new ResizeObserver(adjust)
  observer.observe(container)
  observer.observe(content)
  container.addEventListener('scroll', scrolled, { passive: true })
  for (const type of takingOver) container.addEventListener(type, takeOver, { passive: true })

  return {
    settle: (next) => {
      extent = next
      adjust()
    },
    resettle: adjust,
    request: (wanted) => {
      jump = wanted
    },
    glideToTail: () => {
      const isNear = distanceToTail(metrics()) < container.clientHeight * longestGlide
      const behavior = isNear ? 'smooth' : 'instant'
      isGliding = isNear
      container.scrollTo({ top: container.scrollHeight, behavior })
    },
    hold: (key) => {
      const offset = offsetOf(key)
      if (offset === undefined) return
      anchors = { placed: [{ key, offset }], scrollTop: container.scrollTop }
      isPinned = true
    },
    dispose: () => {
      observer.disconnect()
      container.removeEventListener('scroll', scrolled)
      for (const type of takingOver) container.removeEventListener(type, takeOver)
      clearTimeout(floating)
      slide?.cancel()
    },
  }
}

/** Marks date pills that float over messages, so that they show only while scrolling. */
function markFloatingDays(content: HTMLElement): void {
  for (const pill of content.querySelectorAll<HTMLElement>('[data-day-pill]')) {
    const day = pill.parentElement
    if (day === null) continue
    const isFloating = pill.getBoundingClientRect().top - day.getBoundingClientRect().top > floatingFrom
    pill.toggleAttribute('data-floating', isFloating)
  }
}

/** Largest distance of a pill at rest from the top of its day, px. */
const floatingFrom = 16

/** Returns the duration of a motion from the tokens, ms; 0 with reduced motion. */
function motionTime(): number {
  const duration = getComputedStyle(document.documentElement).getPropertyValue('--duration-medium').trim()
  const value = Number.parseFloat(duration)
  if (!Number.isFinite(value)) return 0
  return duration.endsWith('ms') ? value : value * 1000
}

/** Animates a block that grew by `distance` px at its end into its new position. */
function slideUp(block: HTMLElement, distance: number): Animation | undefined {
  const duration = motionTime()
  if (duration === 0) return undefined
  return block.animate([{ transform: `translateY(${distance}px)` }, { transform: 'translateY(0)' }], {
    duration,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  })
}

interface AnchoredScroll {
  readonly container: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly scrollAnchor: RefObject<ScrollAnchor | undefined>
}

/** Attaches a scroll anchor to a list. It opens at `opening` and settles after every render, before paint. */
export const useScrollAnchor = (
  opening: Jump,
  extent: RenderedExtent,
  onSettled: (settled: SettledScroll) => void,
): AnchoredScroll => {
  const container = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const scrollAnchor = useRef<ScrollAnchor>(undefined)
  const notifySettled = useEffectEvent(onSettled)
  const readOpening = useEffectEvent(() => opening)

  useLayoutEffect(() => {
    if (container.current === null || content.current === null) return
    const made = createScrollAnchor(container.current, content.current, (settled) => notifySettled(settled))
    made.request(readOpening())
    scrollAnchor.current = made
    return () => {
      made.dispose()
      scrollAnchor.current = undefined
    }
  }, [])
  useLayoutEffect(() => scrollAnchor.current?.settle(extent))
  return { container, content, scrollAnchor }
}
