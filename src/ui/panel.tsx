import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { type PanelPlace, PanelPlaceContext, useFrameMode } from './frame-mode.ts'
import { IconButton } from './icon-button.tsx'
import styles from './panel.module.css'
import { Screen } from './screen.tsx'
import { useEscapeFrom } from './use-escape-from.ts'
import { useEscapeWithoutFocus } from './use-escape-without-focus.ts'
import { useText } from './use-text.ts'

export interface PanelProps {
  readonly title: string
  /**
   * Goes back one route: the close button, Escape, the back gesture, and a click outside of an overlay. A panel that was
   * opened from another one has a back button for it, and its close button leaves both.
   */
  readonly onBack: () => void
  /**
   * side: next to the conversation; detail: the same, or the page next to a list; centre: a card over everything, for
   * questions and forms.
   */
  readonly placement?: 'side' | 'detail' | 'centre'
  /** Whether `onBack` leads to another panel although this one was not opened from it. */
  readonly hasParent?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A sub-route: a column, page or overlay in the full frame, a pushed screen in compact ones. */
export const Panel = (props: PanelProps) => {
  const frame = useFrameMode()
  const place = use(PanelPlaceContext)
  const { title, onBack, placement = 'side', hasParent = false, actions, children } = props
  if (frame !== 'full') {
    return (
      <Screen title={title} onBack={onBack} actions={actions}>
        {children}
      </Screen>
    )
  }
  const isNested = placement !== 'centre' && (place?.isNested || hasParent)
  const leaveAll = isNested ? place?.leaveAll : undefined
  if (place?.kind === 'column' && placement !== 'centre') {
    const { width, edge } = place
    return <NonModalPanel {...props} {...{ leaveAll, width, edge }} className={styles.column} />
  }
  if (place?.kind === 'detail-pane' && placement === 'detail')
    return <NonModalPanel {...props} className={styles.detail} isMain />
  const isAside = placement === 'side' || (placement === 'detail' && place?.kind === 'over')
  return <OverlayPanel {...props} leaveAll={leaveAll} className={isAside ? styles.side : styles.centre} />
}

type PlacedProps = PanelProps & {
  readonly className: string | undefined
  readonly leaveAll?: PanelPlace['leaveAll'] | undefined
}

const OverlayPanel = ({ className, ...props }: PlacedProps) => {
  const modal = useRef<HTMLDivElement>(null)
  useEscapeWithoutFocus(modal, true, props.onBack)
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && props.onBack()}
      className={classNames(styles.overlay, className)}
    >
      <Modal ref={modal} className={classNames(styles.modal)}>
        <PanelDialog {...props} />
      </Modal>
    </ModalOverlay>
  )
}

type NonModalPanelProps = PlacedProps & {
  /** CSS px. */
  readonly width?: number
  /** True if it is the page's main part. */
  readonly isMain?: boolean
  readonly edge?: ReactNode
}

/** A panel that leaves the rest of the app usable. */
const NonModalPanel = ({ className, width, isMain = false, edge, ...props }: NonModalPanelProps) => {
  const panel = useRef<HTMLDivElement>(null)
  useEscapeFrom(panel, props.onBack)
  useReturningFocus()
  const content = (
    <div ref={panel} className={className} style={width === undefined ? undefined : { inlineSize: width }}>
      <PanelDialog {...props} edge={edge} />
    </div>
  )
  return isMain ? (
    <main className={styles.main} data-detail="true">
      {content}
    </main>
  ) : (
    content
  )
}

type PanelDialogProps = Omit<PlacedProps, 'className'> & {
  /** The handle at the leading edge. It is inside the dialog because outside it would be in no landmark. */
  readonly edge?: ReactNode
}

const PanelDialog = ({ title, onBack, leaveAll, actions, edge, children }: PanelDialogProps) => {
  const text = useText()
  return (
    <Dialog className={classNames(styles.panel)}>
      {edge}
      <header className={classNames(styles.header, leaveAll && styles.nested)}>
        {leaveAll && <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={onBack} />}
        <Heading slot="title" level={2} className={classNames(styles.title)}>
          {title}
        </Heading>
        {actions}
        <IconButton label={text('common.close')} icon={<X />} onPress={leaveAll ?? onBack} />
      </header>
      <div className={styles.body}>{children}</div>
    </Dialog>
  )
}

/** Returns the focus to the element that opened the panel. If it is gone, focuses the messages or the current section. */
const useReturningFocus = (): void => {
  const opener = useRef<Element>(undefined)
  opener.current ??= typeof document === 'undefined' ? undefined : (document.activeElement ?? undefined)
  useEffect(
    () => () => {
      const { activeElement, body } = document
      if (activeElement !== null && activeElement !== body) return
      const isOpenerThere = opener.current?.isConnected === true && opener.current !== body
      const next = isOpenerThere
        ? opener.current
        : (document.querySelector('[role="log"]') ?? document.querySelector('nav [aria-current="page"]'))
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    },
    [],
  )
}
