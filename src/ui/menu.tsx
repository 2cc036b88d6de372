import { type KeyboardEvent, type ReactElement, type Ref, useRef, useState } from 'react'
import { onceLoaded } from '#streams/once-loaded.ts'
import type { MenuAtPointProps, MenuContentProps, MenuPopoverProps } from './menu-popover.tsx'
import { useOnDemand, useWhenNeeded } from './use-on-demand.ts'

/** The props of the button that opens a menu. */
export interface MenuTarget {
  readonly ref: Ref<HTMLButtonElement>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-busy': boolean | undefined
  onPress(): void
  onKeyDown(event: KeyboardEvent): void
}

const loadPopover = onceLoaded(async () => (await import('./menu-popover.tsx')).MenuPopover)
const loadAtPoint = onceLoaded(async () => (await import('./menu-popover.tsx')).MenuAtPoint)

/** A menu with its trigger button. A press focuses the first entry, the up arrow the last. Loaded on first use. */
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

/** A context menu at a point of the window (CSS px). Loaded on first use. */
export const ContextMenu = (props: MenuAtPointProps) => {
  const { Component } = useWhenNeeded(props.point !== undefined, loadAtPoint, props.onClose)
  return Component && <Component {...props} />
}
