import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Menu as AriaMenu, MenuItem, Popover, type PopoverProps } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './menu-popover.module.css'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
}

export interface MenuContentProps {
  /** The menu's accessible name, such as "Message actions". */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly onAction: (id: string) => void
}

export interface MenuPopoverProps extends MenuContentProps {
  readonly anchor: RefObject<HTMLButtonElement | null>
  /** The entry to focus first; closed while undefined. */
  readonly opened: 'first' | 'last' | undefined
  readonly onClose: () => void
  readonly placement: NonNullable<PopoverProps['placement']>
}

export interface MenuAtPointProps extends MenuContentProps {
  /** Closed while undefined. */
  readonly point: { readonly x: number; readonly y: number } | undefined
  /** Shown above the entries. */
  readonly header?: ReactNode
  readonly onClose: () => void
  /** Called when the menu has unmounted. Before that it would take a moved focus back. */
  readonly onGone?: () => void
}

interface MenuContentOptions extends MenuContentProps {
  readonly autoFocus?: 'first' | 'last' | false
}

const MenuContent = ({ label, entries, onAction, autoFocus = false }: MenuContentOptions) => (
  <AriaMenu
    aria-label={label}
    autoFocus={autoFocus}
    onAction={(key) => onAction(String(key))}
    disabledKeys={entries.filter((entry) => entry.isDisabled).map((entry) => entry.id)}
    className={classNames(styles.menu)}
  >
    {entries.map((entry) => (
      <MenuItem
        key={entry.id}
        id={entry.id}
        textValue={entry.label}
        className={classNames(styles.item, entry.isDanger && styles.danger)}
      >
        {entry.icon}
        <span>{entry.label}</span>
      </MenuItem>
    ))}
  </AriaMenu>
)

/** The menu next to its button. */
export const MenuPopover = ({ anchor, opened, onClose, placement, ...content }: MenuPopoverProps) => (
  <AriaLocale>
    <Popover
      aria-label={content.label}
      triggerRef={anchor}
      isOpen={opened !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement={placement}
      offset={4}
      className={classNames(styles.popover)}
    >
      <MenuContent
        {...content}
        autoFocus={opened ?? 'first'}
        onAction={(id) => {
          onClose()
          content.onAction(id)
        }}
      />
    </Popover>
  </AriaLocale>
)

/** A menu at a point of the window (CSS px), opened by a right click, a long press or the menu key. */
export const MenuAtPoint = ({ point, header, onClose, onGone, ...content }: MenuAtPointProps) => {
  const anchor = useRef<HTMLSpanElement>(null)
  const [height, setHeight] = useState(0)
  return (
    <AriaLocale>
      <span
        ref={anchor}
        aria-hidden="true"
        className={styles.anchor}
        style={{ insetInlineStart: point?.x ?? 0, insetBlockStart: point?.y ?? 0 }}
      />
      <Popover
        aria-label={content.label}
        triggerRef={anchor}
        isOpen={point !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="bottom start"
        offset={menuOffset(point?.y ?? 0, height, visualViewport?.height ?? 0)}
        className={classNames(styles.popover)}
      >
        <NaturalHeight onMeasure={setHeight} />
        {header}
        {/* While it closes, the empty menu stays: without it the focus would be lost. */}
        {(header === undefined || content.entries.length > 0) && (
          <MenuContent
            {...content}
            onAction={(id) => {
              onClose()
              content.onAction(id)
            }}
          />
        )}
        <AtEnd onEnd={onGone} />
      </Popover>
    </AriaLocale>
  )
}

/** Distances of a menu from its point and from the edges of the window, px. */
const [besidePoint, fromEdge] = [2, 12] as const

/**
 * Returns the distance of a menu's upper edge from the point at `y`, px. It is negative if the menu fits neither below nor
 * above the point: the menu then covers the point, so that all of its entries are in view.
 */
export function menuOffset(y: number, height: number, windowHeight: number): number {
  const room = Math.max(y, windowHeight - y) - besidePoint - fromEdge
  if (height <= room) return besidePoint
  return Math.max(fromEdge, windowHeight - fromEdge - height) - y
}

/** Measures the height that its parent would have if its menu did not scroll. */
const NaturalHeight = ({ onMeasure }: { readonly onMeasure: (height: number) => void }) => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const popover = mark.current?.parentElement
    if (!popover) return
    const observer = new ResizeObserver(() => {
      const menu = popover.querySelector('[role="menu"]')
      if (menu) onMeasure(popover.offsetHeight - menu.clientHeight + menu.scrollHeight)
    })
    observer.observe(popover)
    return () => observer.disconnect()
  }, [onMeasure])
  return <span ref={mark} hidden />
}

/** Calls `onEnd` when its parent unmounts. */
const AtEnd = ({ onEnd }: { readonly onEnd: (() => void) | undefined }) => {
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => () => end(), [])
  return null
}
