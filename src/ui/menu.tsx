import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, type PopoverProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
}

interface MenuContentProps {
  /** The menu's accessible name, such as "Message actions". */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly onAction: (id: string) => void
}

const MenuContent = ({ label, entries, onAction }: MenuContentProps) => (
  <AriaMenu
    aria-label={label}
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

/** A menu that its trigger, one button, opens. */
export const Menu = ({ trigger, placement = 'bottom end', isOpen, onOpenChange, ...content }: MenuProps) => (
  <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
    {trigger}
    <Popover placement={placement} offset={4} className={classNames(styles.popover)}>
      <MenuContent {...content} />
    </Popover>
  </MenuTrigger>
)

interface MenuProps extends MenuContentProps {
  readonly trigger: ReactElement
  readonly placement?: NonNullable<PopoverProps['placement']>
  /** Left out, it opens and closes by itself. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** A menu at a point of the window (CSS px), opened by a right click, a long press or the menu key. */
export const ContextMenu = ({ point, onClose, onGone, ...content }: ContextMenuProps) => {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
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
        offset={2}
        className={classNames(styles.popover)}
      >
        <MenuContent
          {...content}
          onAction={(id) => {
            onClose()
            content.onAction(id)
          }}
        />
        <AtEnd onEnd={onGone} />
      </Popover>
    </>
  )
}

/** Tells when what it stands in is gone from the page. */
const AtEnd = ({ onEnd }: { readonly onEnd: (() => void) | undefined }) => {
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => () => end(), [])
  return null
}

interface ContextMenuProps extends MenuContentProps {
  /** Closed while undefined. */
  readonly point: { readonly x: number; readonly y: number } | undefined
  readonly onClose: () => void
  /** The menu has left the page, and the focus may go elsewhere; before that it would be taken back. */
  readonly onGone?: () => void
}
