import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useRef,
  useState,
} from 'react'
import type { PopoverProps } from 'react-aria-components'
import { useOnDemand, useWhenWanted } from './use-on-demand.ts'

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
  /** Which entry has the focus at first; closed while undefined. */
  readonly opened: 'first' | 'last' | undefined
  readonly onClose: () => void
  readonly placement: NonNullable<PopoverProps['placement']>
}

export interface MenuAtPointProps extends MenuContentProps {
  /** Closed while undefined. */
  readonly point: { readonly x: number; readonly y: number } | undefined
  readonly onClose: () => void
  /** The menu has left the page, and the focus may go elsewhere; before that it would be taken back. */
  readonly onGone?: () => void
}

/** What the button takes that opens a menu. */
export interface MenuTarget {
  readonly ref: Ref<HTMLButtonElement>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-busy': boolean | undefined
  onPress(): void
  onKeyDown(event: KeyboardEvent): void
}

const loadPopover = async () => (await import('./menu-popover.tsx')).MenuPopover
const loadAtPoint = async () => (await import('./menu-popover.tsx')).MenuAtPoint

/** A menu that its trigger, one button, opens: by a press the first entry has the focus, by the up arrow the last. Fetched then. */
export const Menu = ({ trigger, placement = 'bottom end', ...content }: MenuProps) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'first' | 'last'>()
  const close = () => setOpened(undefined)
  const { Component, isLoading, want } = useOnDemand(loadPopover, close)
  const open = (focused: 'first' | 'last') => {
    want()
    setOpened(focused)
  }
  const target: MenuTarget = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined && Component !== undefined,
    'aria-busy': isLoading || undefined,
    onPress: () => open('first'),
    onKeyDown: (event) => {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isArrow) return
      event.preventDefault()
      open(event.key === 'ArrowDown' ? 'first' : 'last')
    },
  }
  return (
    <>
      {trigger(target)}
      {Component && (
        <Component {...content} anchor={anchor} opened={opened} onClose={close} placement={placement} />
      )}
    </>
  )
}

interface MenuProps extends MenuContentProps {
  readonly trigger: (target: MenuTarget) => ReactElement
  readonly placement?: MenuPopoverProps['placement']
}

/** A menu at a point of the window (CSS px), opened by a right click, a long press or the menu key; fetched by the first. */
export const ContextMenu = (props: MenuAtPointProps) => {
  const { Component } = useWhenWanted(props.point !== undefined, loadAtPoint, props.onClose)
  return Component && <Component {...props} />
}
