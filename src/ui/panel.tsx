import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { useFrameMode } from './frame-mode.ts'
import { IconButton } from './icon-button.tsx'
import styles from './panel.module.css'
import { Screen } from './screen.tsx'
import { useText } from './use-text.ts'

export interface PanelProps {
  readonly title: string
  /** Goes back one route: the close button, Escape, a click outside and the back gesture. */
  readonly onBack: () => void
  /** A column at the right side, or a centred card. */
  readonly placement?: 'side' | 'centre'
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A sub-route: a panel over the app in the full frame, a pushed screen in compact ones. */
export const Panel = (props: PanelProps) => {
  const frame = useFrameMode()
  if (frame === 'full') return <OverlayPanel {...props} />
  const { title, onBack, actions, children } = props
  return (
    <Screen title={title} onBack={onBack} actions={actions}>
      {children}
    </Screen>
  )
}

const OverlayPanel = ({ title, onBack, placement = 'side', actions, children }: PanelProps) => {
  const text = useText()
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onBack()}
      className={classNames(styles.overlay, styles[placement])}
    >
      <Modal className={classNames(styles.modal)}>
        <Dialog className={classNames(styles.panel)}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={classNames(styles.title)}>
              {title}
            </Heading>
            {actions}
            <IconButton label={text('common.close')} icon={<X />} onPress={onBack} />
          </header>
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
